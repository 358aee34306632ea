import typia from "typia";
import type { Validation } from "@botwright/core";
import type { Answers, Bodies, Queries } from "../src/http/http-types.ts";

/** Validators of bodies, by name. */
export const bodies: { [K in keyof Bodies]: (input: unknown) => Validation<Bodies[K]> } = {
  SignUp: typia.createValidate<Bodies["SignUp"]>(),
  SignIn: typia.createValidate<Bodies["SignIn"]>(),
  ChangePassword: typia.createValidate<Bodies["ChangePassword"]>(),
  RequestPasswordReset: typia.createValidate<Bodies["RequestPasswordReset"]>(),
  SendVerificationEmail: typia.createValidate<Bodies["SendVerificationEmail"]>(),
  VerifyEmail: typia.createValidate<Bodies["VerifyEmail"]>(),
  ResetPassword: typia.createValidate<Bodies["ResetPassword"]>(),
  RevokeSession: typia.createValidate<Bodies["RevokeSession"]>(),
  SubmitPlugin: typia.createValidate<Bodies["SubmitPlugin"]>(),
  UpdatePlugin: typia.createValidate<Bodies["UpdatePlugin"]>(),
  Trial: typia.createValidate<Bodies["Trial"]>(),
  LibraryTrial: typia.createValidate<Bodies["LibraryTrial"]>(),
  Reason: typia.createValidate<Bodies["Reason"]>(),
  TakeDown: typia.createValidate<Bodies["TakeDown"]>(),
  Role: typia.createValidate<Bodies["Role"]>(),
  RollBack: typia.createValidate<Bodies["RollBack"]>(),
  BindBot: typia.createValidate<Bodies["BindBot"]>(),
  RebindBot: typia.createValidate<Bodies["RebindBot"]>(),
  RenameBot: typia.createValidate<Bodies["RenameBot"]>(),
  StartLogin: typia.createValidate<Bodies["StartLogin"]>(),
  LoginCode: typia.createValidate<Bodies["LoginCode"]>(),
  InstallPlugin: typia.createValidate<Bodies["InstallPlugin"]>(),
  ChangeInstallation: typia.createValidate<Bodies["ChangeInstallation"]>(),
  UpgradeInstallation: typia.createValidate<Bodies["UpgradeInstallation"]>(),
  PluginOrder: typia.createValidate<Bodies["PluginOrder"]>(),
  DryRunMessage: typia.createValidate<Bodies["DryRunMessage"]>(),
  AddCredentials: typia.createValidate<Bodies["AddCredentials"]>(),
  ChangeCredentials: typia.createValidate<Bodies["ChangeCredentials"]>(),
  AskFreeModel: typia.createValidate<Bodies["AskFreeModel"]>(),
  ListModelNames: typia.createValidate<Bodies["ListModelNames"]>(),
  NewModelProvider: typia.createValidate<Bodies["NewModelProvider"]>(),
  ModelProviderChanges: typia.createValidate<Bodies["ModelProviderChanges"]>(),
  NewModel: typia.createValidate<Bodies["NewModel"]>(),
  ModelChanges: typia.createValidate<Bodies["ModelChanges"]>(),
  SettingsChanges: typia.createValidate<Bodies["SettingsChanges"]>(),
  Limits: typia.createValidate<Bodies["Limits"]>(),
  CreditWarning: typia.createValidate<Bodies["CreditWarning"]>(),
  DeleteAccount: typia.createValidate<Bodies["DeleteAccount"]>(),
  NewStorageValue: typia.createValidate<Bodies["NewStorageValue"]>(),
  StorageChange: typia.createValidate<Bodies["StorageChange"]>(),
  TopUp: typia.createValidate<Bodies["TopUp"]>(),
};

/** Validators of queries, by name. */
export const queries: {
  [K in keyof Queries]: (input: URLSearchParams | string) => Validation<Queries[K]>;
} = {
  ReviewList: typia.http.createValidateQuery<Queries["ReviewList"]>(),
  ReviewedVersion: typia.http.createValidateQuery<Queries["ReviewedVersion"]>(),
  PublishedVersion: typia.http.createValidateQuery<Queries["PublishedVersion"]>(),
  UserList: typia.http.createValidateQuery<Queries["UserList"]>(),
  MessageList: typia.http.createValidateQuery<Queries["MessageList"]>(),
  SetAsideList: typia.http.createValidateQuery<Queries["SetAsideList"]>(),
  RunOfMessage: typia.http.createValidateQuery<Queries["RunOfMessage"]>(),
  PluginConflicts: typia.http.createValidateQuery<Queries["PluginConflicts"]>(),
  LibrarySearch: typia.http.createValidateQuery<Queries["LibrarySearch"]>(),
  SearchLogs: typia.http.createValidateQuery<Queries["SearchLogs"]>(),
  StorageListing: typia.http.createValidateQuery<Queries["StorageListing"]>(),
  StorageOfPlugin: typia.http.createValidateQuery<Queries["StorageOfPlugin"]>(),
  CreditMovements: typia.http.createValidateQuery<Queries["CreditMovements"]>(),
  Usage: typia.http.createValidateQuery<Queries["Usage"]>(),
  UsageSummary: typia.http.createValidateQuery<Queries["UsageSummary"]>(),
  UsageOfAll: typia.http.createValidateQuery<Queries["UsageOfAll"]>(),
};

/** The JSON Schemas of all types: components `Bodies`, `Queries`, `Answers` and what these refer to. */
export const schemas: { components: { schemas?: Record<string, object> } } = typia.json.schemas<
  [{ bodies: Bodies; queries: Queries; answers: Answers }],
  "3.1"
>();
