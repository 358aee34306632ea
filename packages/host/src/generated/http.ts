import * as __typia_transform__validateReport from "typia/lib/internal/_validateReport";
import * as __typia_transform__createStandardSchema from "typia/lib/internal/_createStandardSchema";
import * as __typia_transform__accessExpressionAsString from "typia/lib/internal/_accessExpressionAsString";
import * as __typia_transform__httpQueryParseURLSearchParams from "typia/lib/internal/_httpQueryParseURLSearchParams";
import * as __typia_transform__httpQueryReadNumber from "typia/lib/internal/_httpQueryReadNumber";
import * as __typia_transform__httpQueryReadString from "typia/lib/internal/_httpQueryReadString";
import type { Validation } from "@botwright/core";
import type { Answers, Bodies, Queries } from "../http/http-types.ts";
/** Validators of bodies, by name. */
export const bodies: {
    [K in keyof Bodies]: (input: unknown) => Validation<Bodies[K]>;
} = {
    SignUp: (() => { const _io0 = (input: any): boolean => "string" === typeof input.name && (1 <= input.name.length && input.name.length <= 100) && ("string" === typeof input.email && (/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(input.email) && input.email.length <= 254)) && ("string" === typeof input.password && (10 <= input.password.length && input.password.length <= 128)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.name && (1 <= input.name.length || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MinLength<1>",
            value: input.name
        })) && (input.name.length <= 100 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<100>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "(string & MinLength<1> & MaxLength<100>)",
            value: input.name
        }), "string" === typeof input.email && (/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(input.email) || _report(_exceptionable, {
            path: _path + ".email",
            expected: "string & Format<\"email\">",
            value: input.email
        })) && (input.email.length <= 254 || _report(_exceptionable, {
            path: _path + ".email",
            expected: "string & MaxLength<254>",
            value: input.email
        })) || _report(_exceptionable, {
            path: _path + ".email",
            expected: "(string & Format<\"email\"> & MaxLength<254>)",
            value: input.email
        }), "string" === typeof input.password && (10 <= input.password.length || _report(_exceptionable, {
            path: _path + ".password",
            expected: "string & MinLength<10>",
            value: input.password
        })) && (input.password.length <= 128 || _report(_exceptionable, {
            path: _path + ".password",
            expected: "string & MaxLength<128>",
            value: input.password
        })) || _report(_exceptionable, {
            path: _path + ".password",
            expected: "(string & MinLength<10> & MaxLength<128>)",
            value: input.password
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["SignUp"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["SignUp"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    SignIn: (() => { const _io0 = (input: any): boolean => "string" === typeof input.email && input.email.length <= 254 && ("string" === typeof input.password && input.password.length <= 128) && (undefined === input.rememberMe || "boolean" === typeof input.rememberMe); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.email && (input.email.length <= 254 || _report(_exceptionable, {
            path: _path + ".email",
            expected: "string & MaxLength<254>",
            value: input.email
        })) || _report(_exceptionable, {
            path: _path + ".email",
            expected: "(string & MaxLength<254>)",
            value: input.email
        }), "string" === typeof input.password && (input.password.length <= 128 || _report(_exceptionable, {
            path: _path + ".password",
            expected: "string & MaxLength<128>",
            value: input.password
        })) || _report(_exceptionable, {
            path: _path + ".password",
            expected: "(string & MaxLength<128>)",
            value: input.password
        }), undefined === input.rememberMe || "boolean" === typeof input.rememberMe || _report(_exceptionable, {
            path: _path + ".rememberMe",
            expected: "(boolean | undefined)",
            value: input.rememberMe
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["SignIn"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["SignIn"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    ChangePassword: (() => { const _io0 = (input: any): boolean => "string" === typeof input.currentPassword && input.currentPassword.length <= 128 && ("string" === typeof input.newPassword && (10 <= input.newPassword.length && input.newPassword.length <= 128)) && (undefined === input.revokeOtherSessions || "boolean" === typeof input.revokeOtherSessions); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.currentPassword && (input.currentPassword.length <= 128 || _report(_exceptionable, {
            path: _path + ".currentPassword",
            expected: "string & MaxLength<128>",
            value: input.currentPassword
        })) || _report(_exceptionable, {
            path: _path + ".currentPassword",
            expected: "(string & MaxLength<128>)",
            value: input.currentPassword
        }), "string" === typeof input.newPassword && (10 <= input.newPassword.length || _report(_exceptionable, {
            path: _path + ".newPassword",
            expected: "string & MinLength<10>",
            value: input.newPassword
        })) && (input.newPassword.length <= 128 || _report(_exceptionable, {
            path: _path + ".newPassword",
            expected: "string & MaxLength<128>",
            value: input.newPassword
        })) || _report(_exceptionable, {
            path: _path + ".newPassword",
            expected: "(string & MinLength<10> & MaxLength<128>)",
            value: input.newPassword
        }), undefined === input.revokeOtherSessions || "boolean" === typeof input.revokeOtherSessions || _report(_exceptionable, {
            path: _path + ".revokeOtherSessions",
            expected: "(boolean | undefined)",
            value: input.revokeOtherSessions
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["ChangePassword"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["ChangePassword"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    RequestPasswordReset: (() => { const _io0 = (input: any): boolean => "string" === typeof input.email && input.email.length <= 254; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.email && (input.email.length <= 254 || _report(_exceptionable, {
            path: _path + ".email",
            expected: "string & MaxLength<254>",
            value: input.email
        })) || _report(_exceptionable, {
            path: _path + ".email",
            expected: "(string & MaxLength<254>)",
            value: input.email
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["RequestPasswordReset"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["RequestPasswordReset"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    SendVerificationEmail: (() => { const _io0 = (input: any): boolean => "string" === typeof input.email && input.email.length <= 254; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.email && (input.email.length <= 254 || _report(_exceptionable, {
            path: _path + ".email",
            expected: "string & MaxLength<254>",
            value: input.email
        })) || _report(_exceptionable, {
            path: _path + ".email",
            expected: "(string & MaxLength<254>)",
            value: input.email
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["SendVerificationEmail"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["SendVerificationEmail"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    VerifyEmail: (() => { const _io0 = (input: any): boolean => "string" === typeof input.token && input.token.length <= 1000; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.token && (input.token.length <= 1000 || _report(_exceptionable, {
            path: _path + ".token",
            expected: "string & MaxLength<1000>",
            value: input.token
        })) || _report(_exceptionable, {
            path: _path + ".token",
            expected: "(string & MaxLength<1000>)",
            value: input.token
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["VerifyEmail"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["VerifyEmail"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    ResetPassword: (() => { const _io0 = (input: any): boolean => "string" === typeof input.token && input.token.length <= 100 && ("string" === typeof input.newPassword && (10 <= input.newPassword.length && input.newPassword.length <= 128)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.token && (input.token.length <= 100 || _report(_exceptionable, {
            path: _path + ".token",
            expected: "string & MaxLength<100>",
            value: input.token
        })) || _report(_exceptionable, {
            path: _path + ".token",
            expected: "(string & MaxLength<100>)",
            value: input.token
        }), "string" === typeof input.newPassword && (10 <= input.newPassword.length || _report(_exceptionable, {
            path: _path + ".newPassword",
            expected: "string & MinLength<10>",
            value: input.newPassword
        })) && (input.newPassword.length <= 128 || _report(_exceptionable, {
            path: _path + ".newPassword",
            expected: "string & MaxLength<128>",
            value: input.newPassword
        })) || _report(_exceptionable, {
            path: _path + ".newPassword",
            expected: "(string & MinLength<10> & MaxLength<128>)",
            value: input.newPassword
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["ResetPassword"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["ResetPassword"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    RevokeSession: (() => { const _io0 = (input: any): boolean => "string" === typeof input.token && input.token.length <= 100; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.token && (input.token.length <= 100 || _report(_exceptionable, {
            path: _path + ".token",
            expected: "string & MaxLength<100>",
            value: input.token
        })) || _report(_exceptionable, {
            path: _path + ".token",
            expected: "(string & MaxLength<100>)",
            value: input.token
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["RevokeSession"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["RevokeSession"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    SubmitPlugin: (() => { const _io0 = (input: any): boolean => "string" === typeof input.slug && RegExp("^[a-z0-9-]{2,64}$").test(input.slug) && ("string" === typeof input.name && (1 <= input.name.length && input.name.length <= 200)) && "string" === typeof input.code && (undefined === input.description || "string" === typeof input.description && input.description.length <= 1000) && (undefined === input.icon || "string" === typeof input.icon && input.icon.length <= 32) && (undefined === input.category || "" === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category) && (undefined === input.version || "string" === typeof input.version && input.version.length <= 64) && (undefined === input.config_schema || Array.isArray(input.config_schema) && (input.config_schema.length <= 100 && input.config_schema.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem)))) && (undefined === input.triggers || Array.isArray(input.triggers) && (input.triggers.length <= 200 && input.triggers.every((elem: any) => "string" === typeof elem))) && (undefined === input.readme || "string" === typeof input.readme && input.readme.length <= 100000) && (undefined === input.repository_url || "string" === typeof input.repository_url && input.repository_url.length <= 500); const _io1 = (input: any): boolean => "string" === typeof input.key && input.key.length <= 100 && ("string" === typeof input.label && input.label.length <= 1000) && ("number" === input.type || "boolean" === input.type || "text" === input.type || "password" === input.type || "textarea" === input.type || "select" === input.type) && (undefined === input.placeholder || "string" === typeof input.placeholder && input.placeholder.length <= 1000) && true && (undefined === input.options || Array.isArray(input.options) && (input.options.length <= 200 && input.options.every((elem: any) => "object" === typeof elem && null !== elem && _io2(elem)))); const _io2 = (input: any): boolean => ("string" === typeof input.value && input.value.length <= 1000 || "number" === typeof input.value || "boolean" === typeof input.value) && ("string" === typeof input.label && input.label.length <= 200); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.slug && (RegExp("^[a-z0-9-]{2,64}$").test(input.slug) || _report(_exceptionable, {
            path: _path + ".slug",
            expected: "string & Pattern<\"^[a-z0-9-]{2,64}$\">",
            value: input.slug
        })) || _report(_exceptionable, {
            path: _path + ".slug",
            expected: "(string & Pattern<\"^[a-z0-9-]{2,64}$\">)",
            value: input.slug
        }), "string" === typeof input.name && (1 <= input.name.length || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MinLength<1>",
            value: input.name
        })) && (input.name.length <= 200 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<200>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "(string & MinLength<1> & MaxLength<200>)",
            value: input.name
        }), "string" === typeof input.code || _report(_exceptionable, {
            path: _path + ".code",
            expected: "string",
            value: input.code
        }), undefined === input.description || "string" === typeof input.description && (input.description.length <= 1000 || _report(_exceptionable, {
            path: _path + ".description",
            expected: "string & MaxLength<1000>",
            value: input.description
        })) || _report(_exceptionable, {
            path: _path + ".description",
            expected: "((string & MaxLength<1000>) | undefined)",
            value: input.description
        }), undefined === input.icon || "string" === typeof input.icon && (input.icon.length <= 32 || _report(_exceptionable, {
            path: _path + ".icon",
            expected: "string & MaxLength<32>",
            value: input.icon
        })) || _report(_exceptionable, {
            path: _path + ".icon",
            expected: "((string & MaxLength<32>) | undefined)",
            value: input.icon
        }), undefined === input.category || "" === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category || _report(_exceptionable, {
            path: _path + ".category",
            expected: "(\"\" | \"command\" | \"content\" | \"fun\" | \"game\" | \"message\" | \"scheduled\" | \"utility\" | undefined)",
            value: input.category
        }), undefined === input.version || "string" === typeof input.version && (input.version.length <= 64 || _report(_exceptionable, {
            path: _path + ".version",
            expected: "string & MaxLength<64>",
            value: input.version
        })) || _report(_exceptionable, {
            path: _path + ".version",
            expected: "((string & MaxLength<64>) | undefined)",
            value: input.version
        }), undefined === input.config_schema || (Array.isArray(input.config_schema) || _report(_exceptionable, {
            path: _path + ".config_schema",
            expected: "((Array<ConfigSchemaItem> & MaxItems<100>) | undefined)",
            value: input.config_schema
        })) && ((input.config_schema.length <= 100 || _report(_exceptionable, {
            path: _path + ".config_schema",
            expected: "Array<> & MaxItems<100>",
            value: input.config_schema
        })) && input.config_schema.map((elem: any, _index4: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
            path: _path + ".config_schema[" + _index4 + "]",
            expected: "ConfigSchemaItem",
            value: elem
        })) && _vo1(elem, _path + ".config_schema[" + _index4 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".config_schema[" + _index4 + "]",
            expected: "ConfigSchemaItem",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".config_schema",
            expected: "((Array<ConfigSchemaItem> & MaxItems<100>) | undefined)",
            value: input.config_schema
        }), undefined === input.triggers || (Array.isArray(input.triggers) || _report(_exceptionable, {
            path: _path + ".triggers",
            expected: "((Array<string> & MaxItems<200>) | undefined)",
            value: input.triggers
        })) && ((input.triggers.length <= 200 || _report(_exceptionable, {
            path: _path + ".triggers",
            expected: "Array<> & MaxItems<200>",
            value: input.triggers
        })) && input.triggers.map((elem: any, _index5: number) => "string" === typeof elem || _report(_exceptionable, {
            path: _path + ".triggers[" + _index5 + "]",
            expected: "string",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".triggers",
            expected: "((Array<string> & MaxItems<200>) | undefined)",
            value: input.triggers
        }), undefined === input.readme || "string" === typeof input.readme && (input.readme.length <= 100000 || _report(_exceptionable, {
            path: _path + ".readme",
            expected: "string & MaxLength<100000>",
            value: input.readme
        })) || _report(_exceptionable, {
            path: _path + ".readme",
            expected: "((string & MaxLength<100000>) | undefined)",
            value: input.readme
        }), undefined === input.repository_url || "string" === typeof input.repository_url && (input.repository_url.length <= 500 || _report(_exceptionable, {
            path: _path + ".repository_url",
            expected: "string & MaxLength<500>",
            value: input.repository_url
        })) || _report(_exceptionable, {
            path: _path + ".repository_url",
            expected: "((string & MaxLength<500>) | undefined)",
            value: input.repository_url
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.key && (input.key.length <= 100 || _report(_exceptionable, {
            path: _path + ".key",
            expected: "string & MaxLength<100>",
            value: input.key
        })) || _report(_exceptionable, {
            path: _path + ".key",
            expected: "(string & MaxLength<100>)",
            value: input.key
        }), "string" === typeof input.label && (input.label.length <= 1000 || _report(_exceptionable, {
            path: _path + ".label",
            expected: "string & MaxLength<1000>",
            value: input.label
        })) || _report(_exceptionable, {
            path: _path + ".label",
            expected: "(string & MaxLength<1000>)",
            value: input.label
        }), "number" === input.type || "boolean" === input.type || "text" === input.type || "password" === input.type || "textarea" === input.type || "select" === input.type || _report(_exceptionable, {
            path: _path + ".type",
            expected: "(\"boolean\" | \"number\" | \"password\" | \"select\" | \"text\" | \"textarea\")",
            value: input.type
        }), undefined === input.placeholder || "string" === typeof input.placeholder && (input.placeholder.length <= 1000 || _report(_exceptionable, {
            path: _path + ".placeholder",
            expected: "string & MaxLength<1000>",
            value: input.placeholder
        })) || _report(_exceptionable, {
            path: _path + ".placeholder",
            expected: "((string & MaxLength<1000>) | undefined)",
            value: input.placeholder
        }), true, undefined === input.options || (Array.isArray(input.options) || _report(_exceptionable, {
            path: _path + ".options",
            expected: "((Array<ConfigOption> & MaxItems<200>) | undefined)",
            value: input.options
        })) && ((input.options.length <= 200 || _report(_exceptionable, {
            path: _path + ".options",
            expected: "Array<> & MaxItems<200>",
            value: input.options
        })) && input.options.map((elem: any, _index6: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
            path: _path + ".options[" + _index6 + "]",
            expected: "ConfigOption",
            value: elem
        })) && _vo2(elem, _path + ".options[" + _index6 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".options[" + _index6 + "]",
            expected: "ConfigOption",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".options",
            expected: "((Array<ConfigOption> & MaxItems<200>) | undefined)",
            value: input.options
        })].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.value && (input.value.length <= 1000 || _report(_exceptionable, {
            path: _path + ".value",
            expected: "string & MaxLength<1000>",
            value: input.value
        })) || "number" === typeof input.value || "boolean" === typeof input.value || _report(_exceptionable, {
            path: _path + ".value",
            expected: "((string & MaxLength<1000>) | boolean | number)",
            value: input.value
        }), "string" === typeof input.label && (input.label.length <= 200 || _report(_exceptionable, {
            path: _path + ".label",
            expected: "string & MaxLength<200>",
            value: input.label
        })) || _report(_exceptionable, {
            path: _path + ".label",
            expected: "(string & MaxLength<200>)",
            value: input.label
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["SubmitPlugin"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["SubmitPlugin"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "NewSubmission",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "NewSubmission",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    UpdatePlugin: (() => { const _io0 = (input: any): boolean => (undefined === input.name || "string" === typeof input.name && (1 <= input.name.length && input.name.length <= 200)) && (undefined === input.description || "string" === typeof input.description && input.description.length <= 1000) && (undefined === input.icon || "string" === typeof input.icon && input.icon.length <= 32) && (undefined === input.category || "" === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category) && (undefined === input.version || "string" === typeof input.version && input.version.length <= 64) && (undefined === input.config_schema || Array.isArray(input.config_schema) && (input.config_schema.length <= 100 && input.config_schema.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem)))) && (undefined === input.triggers || Array.isArray(input.triggers) && (input.triggers.length <= 200 && input.triggers.every((elem: any) => "string" === typeof elem))) && (undefined === input.code || "string" === typeof input.code) && (undefined === input.readme || "string" === typeof input.readme && input.readme.length <= 100000) && (undefined === input.repository_url || "string" === typeof input.repository_url && input.repository_url.length <= 500); const _io1 = (input: any): boolean => "string" === typeof input.key && input.key.length <= 100 && ("string" === typeof input.label && input.label.length <= 1000) && ("number" === input.type || "boolean" === input.type || "text" === input.type || "password" === input.type || "textarea" === input.type || "select" === input.type) && (undefined === input.placeholder || "string" === typeof input.placeholder && input.placeholder.length <= 1000) && true && (undefined === input.options || Array.isArray(input.options) && (input.options.length <= 200 && input.options.every((elem: any) => "object" === typeof elem && null !== elem && _io2(elem)))); const _io2 = (input: any): boolean => ("string" === typeof input.value && input.value.length <= 1000 || "number" === typeof input.value || "boolean" === typeof input.value) && ("string" === typeof input.label && input.label.length <= 200); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.name || "string" === typeof input.name && (1 <= input.name.length || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MinLength<1>",
            value: input.name
        })) && (input.name.length <= 200 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<200>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "((string & MinLength<1> & MaxLength<200>) | undefined)",
            value: input.name
        }), undefined === input.description || "string" === typeof input.description && (input.description.length <= 1000 || _report(_exceptionable, {
            path: _path + ".description",
            expected: "string & MaxLength<1000>",
            value: input.description
        })) || _report(_exceptionable, {
            path: _path + ".description",
            expected: "((string & MaxLength<1000>) | undefined)",
            value: input.description
        }), undefined === input.icon || "string" === typeof input.icon && (input.icon.length <= 32 || _report(_exceptionable, {
            path: _path + ".icon",
            expected: "string & MaxLength<32>",
            value: input.icon
        })) || _report(_exceptionable, {
            path: _path + ".icon",
            expected: "((string & MaxLength<32>) | undefined)",
            value: input.icon
        }), undefined === input.category || "" === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category || _report(_exceptionable, {
            path: _path + ".category",
            expected: "(\"\" | \"command\" | \"content\" | \"fun\" | \"game\" | \"message\" | \"scheduled\" | \"utility\" | undefined)",
            value: input.category
        }), undefined === input.version || "string" === typeof input.version && (input.version.length <= 64 || _report(_exceptionable, {
            path: _path + ".version",
            expected: "string & MaxLength<64>",
            value: input.version
        })) || _report(_exceptionable, {
            path: _path + ".version",
            expected: "((string & MaxLength<64>) | undefined)",
            value: input.version
        }), undefined === input.config_schema || (Array.isArray(input.config_schema) || _report(_exceptionable, {
            path: _path + ".config_schema",
            expected: "((Array<ConfigSchemaItem> & MaxItems<100>) | undefined)",
            value: input.config_schema
        })) && ((input.config_schema.length <= 100 || _report(_exceptionable, {
            path: _path + ".config_schema",
            expected: "Array<> & MaxItems<100>",
            value: input.config_schema
        })) && input.config_schema.map((elem: any, _index4: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
            path: _path + ".config_schema[" + _index4 + "]",
            expected: "ConfigSchemaItem",
            value: elem
        })) && _vo1(elem, _path + ".config_schema[" + _index4 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".config_schema[" + _index4 + "]",
            expected: "ConfigSchemaItem",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".config_schema",
            expected: "((Array<ConfigSchemaItem> & MaxItems<100>) | undefined)",
            value: input.config_schema
        }), undefined === input.triggers || (Array.isArray(input.triggers) || _report(_exceptionable, {
            path: _path + ".triggers",
            expected: "((Array<string> & MaxItems<200>) | undefined)",
            value: input.triggers
        })) && ((input.triggers.length <= 200 || _report(_exceptionable, {
            path: _path + ".triggers",
            expected: "Array<> & MaxItems<200>",
            value: input.triggers
        })) && input.triggers.map((elem: any, _index5: number) => "string" === typeof elem || _report(_exceptionable, {
            path: _path + ".triggers[" + _index5 + "]",
            expected: "string",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".triggers",
            expected: "((Array<string> & MaxItems<200>) | undefined)",
            value: input.triggers
        }), undefined === input.code || "string" === typeof input.code || _report(_exceptionable, {
            path: _path + ".code",
            expected: "(string | undefined)",
            value: input.code
        }), undefined === input.readme || "string" === typeof input.readme && (input.readme.length <= 100000 || _report(_exceptionable, {
            path: _path + ".readme",
            expected: "string & MaxLength<100000>",
            value: input.readme
        })) || _report(_exceptionable, {
            path: _path + ".readme",
            expected: "((string & MaxLength<100000>) | undefined)",
            value: input.readme
        }), undefined === input.repository_url || "string" === typeof input.repository_url && (input.repository_url.length <= 500 || _report(_exceptionable, {
            path: _path + ".repository_url",
            expected: "string & MaxLength<500>",
            value: input.repository_url
        })) || _report(_exceptionable, {
            path: _path + ".repository_url",
            expected: "((string & MaxLength<500>) | undefined)",
            value: input.repository_url
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.key && (input.key.length <= 100 || _report(_exceptionable, {
            path: _path + ".key",
            expected: "string & MaxLength<100>",
            value: input.key
        })) || _report(_exceptionable, {
            path: _path + ".key",
            expected: "(string & MaxLength<100>)",
            value: input.key
        }), "string" === typeof input.label && (input.label.length <= 1000 || _report(_exceptionable, {
            path: _path + ".label",
            expected: "string & MaxLength<1000>",
            value: input.label
        })) || _report(_exceptionable, {
            path: _path + ".label",
            expected: "(string & MaxLength<1000>)",
            value: input.label
        }), "number" === input.type || "boolean" === input.type || "text" === input.type || "password" === input.type || "textarea" === input.type || "select" === input.type || _report(_exceptionable, {
            path: _path + ".type",
            expected: "(\"boolean\" | \"number\" | \"password\" | \"select\" | \"text\" | \"textarea\")",
            value: input.type
        }), undefined === input.placeholder || "string" === typeof input.placeholder && (input.placeholder.length <= 1000 || _report(_exceptionable, {
            path: _path + ".placeholder",
            expected: "string & MaxLength<1000>",
            value: input.placeholder
        })) || _report(_exceptionable, {
            path: _path + ".placeholder",
            expected: "((string & MaxLength<1000>) | undefined)",
            value: input.placeholder
        }), true, undefined === input.options || (Array.isArray(input.options) || _report(_exceptionable, {
            path: _path + ".options",
            expected: "((Array<ConfigOption> & MaxItems<200>) | undefined)",
            value: input.options
        })) && ((input.options.length <= 200 || _report(_exceptionable, {
            path: _path + ".options",
            expected: "Array<> & MaxItems<200>",
            value: input.options
        })) && input.options.map((elem: any, _index6: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
            path: _path + ".options[" + _index6 + "]",
            expected: "ConfigOption",
            value: elem
        })) && _vo2(elem, _path + ".options[" + _index6 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".options[" + _index6 + "]",
            expected: "ConfigOption",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".options",
            expected: "((Array<ConfigOption> & MaxItems<200>) | undefined)",
            value: input.options
        })].every((flag: boolean) => flag); const _vo2 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.value && (input.value.length <= 1000 || _report(_exceptionable, {
            path: _path + ".value",
            expected: "string & MaxLength<1000>",
            value: input.value
        })) || "number" === typeof input.value || "boolean" === typeof input.value || _report(_exceptionable, {
            path: _path + ".value",
            expected: "((string & MaxLength<1000>) | boolean | number)",
            value: input.value
        }), "string" === typeof input.label && (input.label.length <= 200 || _report(_exceptionable, {
            path: _path + ".label",
            expected: "string & MaxLength<200>",
            value: input.label
        })) || _report(_exceptionable, {
            path: _path + ".label",
            expected: "(string & MaxLength<200>)",
            value: input.label
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["UpdatePlugin"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["UpdatePlugin"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "SubmissionFields",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "SubmissionFields",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    Trial: (() => { const _io0 = (input: any): boolean => Array.isArray(input.messages) && (1 <= input.messages.length && input.messages.length <= 20 && input.messages.every((elem: any) => "string" === typeof elem)) && (undefined === input.platform || "wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform) && (undefined === input.config || "object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) && _io1(input.config)) && "string" === typeof input.code; const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return "string" === typeof value || "number" === typeof value || "boolean" === typeof value;
    }); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [(Array.isArray(input.messages) || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "(Array<string> & MinItems<1> & MaxItems<20>)",
            value: input.messages
        })) && ((1 <= input.messages.length || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "Array<> & MinItems<1>",
            value: input.messages
        })) && (input.messages.length <= 20 || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "Array<> & MaxItems<20>",
            value: input.messages
        })) && input.messages.map((elem: any, _index2: number) => "string" === typeof elem || _report(_exceptionable, {
            path: _path + ".messages[" + _index2 + "]",
            expected: "string",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "(Array<string> & MinItems<1> & MaxItems<20>)",
            value: input.messages
        }), undefined === input.platform || "wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform || _report(_exceptionable, {
            path: _path + ".platform",
            expected: "(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\" | undefined)",
            value: input.platform
        }), undefined === input.config || ("object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) || _report(_exceptionable, {
            path: _path + ".config",
            expected: "(__type | undefined)",
            value: input.config
        })) && _vo1(input.config, _path + ".config", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".config",
            expected: "(__type | undefined)",
            value: input.config
        }), "string" === typeof input.code || _report(_exceptionable, {
            path: _path + ".code",
            expected: "string",
            value: input.code
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return "string" === typeof value || "number" === typeof value || "boolean" === typeof value || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "(boolean | number | string)",
                value: value
            });
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["Trial"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["Trial"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "TrialConversation & { code: string; }",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "TrialConversation & { code: string; }",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    LibraryTrial: (() => { const _io0 = (input: any): boolean => Array.isArray(input.messages) && (1 <= input.messages.length && input.messages.length <= 20 && input.messages.every((elem: any) => "string" === typeof elem)) && (undefined === input.platform || "wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform) && (undefined === input.config || "object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) && _io1(input.config)); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return "string" === typeof value || "number" === typeof value || "boolean" === typeof value;
    }); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [(Array.isArray(input.messages) || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "(Array<string> & MinItems<1> & MaxItems<20>)",
            value: input.messages
        })) && ((1 <= input.messages.length || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "Array<> & MinItems<1>",
            value: input.messages
        })) && (input.messages.length <= 20 || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "Array<> & MaxItems<20>",
            value: input.messages
        })) && input.messages.map((elem: any, _index2: number) => "string" === typeof elem || _report(_exceptionable, {
            path: _path + ".messages[" + _index2 + "]",
            expected: "string",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "(Array<string> & MinItems<1> & MaxItems<20>)",
            value: input.messages
        }), undefined === input.platform || "wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform || _report(_exceptionable, {
            path: _path + ".platform",
            expected: "(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\" | undefined)",
            value: input.platform
        }), undefined === input.config || ("object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) || _report(_exceptionable, {
            path: _path + ".config",
            expected: "(__type | undefined)",
            value: input.config
        })) && _vo1(input.config, _path + ".config", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".config",
            expected: "(__type | undefined)",
            value: input.config
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return "string" === typeof value || "number" === typeof value || "boolean" === typeof value || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "(boolean | number | string)",
                value: value
            });
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["LibraryTrial"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["LibraryTrial"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "TrialConversation",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "TrialConversation",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    Reason: (() => { const _io0 = (input: any): boolean => "string" === typeof input.reason && (1 <= input.reason.length && input.reason.length <= 2000); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.reason && (1 <= input.reason.length || _report(_exceptionable, {
            path: _path + ".reason",
            expected: "string & MinLength<1>",
            value: input.reason
        })) && (input.reason.length <= 2000 || _report(_exceptionable, {
            path: _path + ".reason",
            expected: "string & MaxLength<2000>",
            value: input.reason
        })) || _report(_exceptionable, {
            path: _path + ".reason",
            expected: "(string & MinLength<1> & MaxLength<2000>)",
            value: input.reason
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["Reason"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["Reason"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    TakeDown: (() => { const _io0 = (input: any): boolean => "string" === typeof input.reason && (1 <= input.reason.length && input.reason.length <= 2000) && (undefined === input.ban_developer || "boolean" === typeof input.ban_developer); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.reason && (1 <= input.reason.length || _report(_exceptionable, {
            path: _path + ".reason",
            expected: "string & MinLength<1>",
            value: input.reason
        })) && (input.reason.length <= 2000 || _report(_exceptionable, {
            path: _path + ".reason",
            expected: "string & MaxLength<2000>",
            value: input.reason
        })) || _report(_exceptionable, {
            path: _path + ".reason",
            expected: "(string & MinLength<1> & MaxLength<2000>)",
            value: input.reason
        }), undefined === input.ban_developer || "boolean" === typeof input.ban_developer || _report(_exceptionable, {
            path: _path + ".ban_developer",
            expected: "(boolean | undefined)",
            value: input.ban_developer
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["TakeDown"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["TakeDown"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    Role: (() => { const _io0 = (input: any): boolean => "admin" === input.role || "user" === input.role; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["admin" === input.role || "user" === input.role || _report(_exceptionable, {
            path: _path + ".role",
            expected: "(\"admin\" | \"user\")",
            value: input.role
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["Role"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["Role"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    RollBack: (() => { const _io0 = (input: any): boolean => (undefined === input.consent || "boolean" === typeof input.consent) && (undefined === input.version_id || "number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 && input.version_id <= 9007199254740991)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.consent || "boolean" === typeof input.consent || _report(_exceptionable, {
            path: _path + ".consent",
            expected: "(boolean | undefined)",
            value: input.consent
        }), undefined === input.version_id || "number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Type<\"uint64\">",
            value: input.version_id
        })) && (input.version_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.version_id
        })) || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.version_id
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["RollBack"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["RollBack"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    BindBot: (() => { const _io0 = (input: any): boolean => ("wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform) && (undefined === input.name || "string" === typeof input.name && (1 <= input.name.length && input.name.length <= 100)) && ("object" === typeof input.credentials && null !== input.credentials && false === Array.isArray(input.credentials) && _io1(input.credentials)) && (undefined === input.transport || "long-polling" === input.transport || "long-connection" === input.transport || "callback" === input.transport); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return "string" === typeof value;
    }); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform || _report(_exceptionable, {
            path: _path + ".platform",
            expected: "(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\")",
            value: input.platform
        }), undefined === input.name || "string" === typeof input.name && (1 <= input.name.length || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MinLength<1>",
            value: input.name
        })) && (input.name.length <= 100 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<100>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "((string & MinLength<1> & MaxLength<100>) | undefined)",
            value: input.name
        }), ("object" === typeof input.credentials && null !== input.credentials && false === Array.isArray(input.credentials) || _report(_exceptionable, {
            path: _path + ".credentials",
            expected: "__type.o1",
            value: input.credentials
        })) && _vo1(input.credentials, _path + ".credentials", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".credentials",
            expected: "__type.o1",
            value: input.credentials
        }), undefined === input.transport || "long-polling" === input.transport || "long-connection" === input.transport || "callback" === input.transport || _report(_exceptionable, {
            path: _path + ".transport",
            expected: "(\"callback\" | \"long-connection\" | \"long-polling\" | undefined)",
            value: input.transport
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return "string" === typeof value || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "string",
                value: value
            });
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["BindBot"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["BindBot"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    RebindBot: (() => { const _io0 = (input: any): boolean => "object" === typeof input.credentials && null !== input.credentials && false === Array.isArray(input.credentials) && _io1(input.credentials) && (undefined === input.transport || "long-polling" === input.transport || "long-connection" === input.transport || "callback" === input.transport); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return "string" === typeof value;
    }); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [("object" === typeof input.credentials && null !== input.credentials && false === Array.isArray(input.credentials) || _report(_exceptionable, {
            path: _path + ".credentials",
            expected: "__type.o1",
            value: input.credentials
        })) && _vo1(input.credentials, _path + ".credentials", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".credentials",
            expected: "__type.o1",
            value: input.credentials
        }), undefined === input.transport || "long-polling" === input.transport || "long-connection" === input.transport || "callback" === input.transport || _report(_exceptionable, {
            path: _path + ".transport",
            expected: "(\"callback\" | \"long-connection\" | \"long-polling\" | undefined)",
            value: input.transport
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return "string" === typeof value || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "string",
                value: value
            });
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["RebindBot"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["RebindBot"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    RenameBot: (() => { const _io0 = (input: any): boolean => "string" === typeof input.name && (1 <= input.name.length && input.name.length <= 100); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.name && (1 <= input.name.length || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MinLength<1>",
            value: input.name
        })) && (input.name.length <= 100 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<100>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "(string & MinLength<1> & MaxLength<100>)",
            value: input.name
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["RenameBot"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["RenameBot"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    StartLogin: (() => { const _io0 = (input: any): boolean => ("wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform) && (undefined === input.bot_id || "number" === typeof input.bot_id && (Math.floor(input.bot_id) === input.bot_id && 0 <= input.bot_id && input.bot_id <= 18446744073709552000 && input.bot_id <= 9007199254740991)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["wechat" === input.platform || "feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || "telegram" === input.platform || _report(_exceptionable, {
            path: _path + ".platform",
            expected: "(\"dingtalk\" | \"feishu\" | \"telegram\" | \"wechat\" | \"wecom\")",
            value: input.platform
        }), undefined === input.bot_id || "number" === typeof input.bot_id && (Math.floor(input.bot_id) === input.bot_id && 0 <= input.bot_id && input.bot_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".bot_id",
            expected: "number & Type<\"uint64\">",
            value: input.bot_id
        })) && (input.bot_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".bot_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.bot_id
        })) || _report(_exceptionable, {
            path: _path + ".bot_id",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.bot_id
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["StartLogin"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["StartLogin"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    LoginCode: (() => { const _io0 = (input: any): boolean => "string" === typeof input.code && RegExp("^[0-9]{1,12}$").test(input.code); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.code && (RegExp("^[0-9]{1,12}$").test(input.code) || _report(_exceptionable, {
            path: _path + ".code",
            expected: "string & Pattern<\"^[0-9]{1,12}$\">",
            value: input.code
        })) || _report(_exceptionable, {
            path: _path + ".code",
            expected: "(string & Pattern<\"^[0-9]{1,12}$\">)",
            value: input.code
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["LoginCode"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["LoginCode"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    InstallPlugin: (() => { const _io0 = (input: any): boolean => "number" === typeof input.plugin_id && (Math.floor(input.plugin_id) === input.plugin_id && 0 <= input.plugin_id && input.plugin_id <= 18446744073709552000 && input.plugin_id <= 9007199254740991) && ("number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 && input.version_id <= 9007199254740991)) && (undefined === input.config || "object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) && _io1(input.config)); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.plugin_id && (Math.floor(input.plugin_id) === input.plugin_id && 0 <= input.plugin_id && input.plugin_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".plugin_id",
            expected: "number & Type<\"uint64\">",
            value: input.plugin_id
        })) && (input.plugin_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".plugin_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.plugin_id
        })) || _report(_exceptionable, {
            path: _path + ".plugin_id",
            expected: "(number & Type<\"uint64\"> & Maximum<9007199254740991>)",
            value: input.plugin_id
        }), "number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Type<\"uint64\">",
            value: input.version_id
        })) && (input.version_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.version_id
        })) || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "(number & Type<\"uint64\"> & Maximum<9007199254740991>)",
            value: input.version_id
        }), undefined === input.config || ("object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) || _report(_exceptionable, {
            path: _path + ".config",
            expected: "(__type.o1 | undefined)",
            value: input.config
        })) && _vo1(input.config, _path + ".config", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".config",
            expected: "(__type.o1 | undefined)",
            value: input.config
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return true;
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["InstallPlugin"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["InstallPlugin"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    ChangeInstallation: (() => { const _io0 = (input: any): boolean => (undefined === input.enabled || "boolean" === typeof input.enabled) && (null === input.priority || undefined === input.priority || "number" === typeof input.priority && (Math.floor(input.priority) === input.priority && 0 <= input.priority && input.priority <= 4294967295 && input.priority <= 1000)) && (undefined === input.config || "object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) && _io1(input.config)); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return true;
    }); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.enabled || "boolean" === typeof input.enabled || _report(_exceptionable, {
            path: _path + ".enabled",
            expected: "(boolean | undefined)",
            value: input.enabled
        }), null === input.priority || undefined === input.priority || "number" === typeof input.priority && (Math.floor(input.priority) === input.priority && 0 <= input.priority && input.priority <= 4294967295 || _report(_exceptionable, {
            path: _path + ".priority",
            expected: "number & Type<\"uint32\">",
            value: input.priority
        })) && (input.priority <= 1000 || _report(_exceptionable, {
            path: _path + ".priority",
            expected: "number & Maximum<1000>",
            value: input.priority
        })) || _report(_exceptionable, {
            path: _path + ".priority",
            expected: "((number & Type<\"uint32\"> & Maximum<1000>) | null | undefined)",
            value: input.priority
        }), undefined === input.config || ("object" === typeof input.config && null !== input.config && false === Array.isArray(input.config) || _report(_exceptionable, {
            path: _path + ".config",
            expected: "(__type.o1 | undefined)",
            value: input.config
        })) && _vo1(input.config, _path + ".config", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".config",
            expected: "(__type.o1 | undefined)",
            value: input.config
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return true;
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["ChangeInstallation"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["ChangeInstallation"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    UpgradeInstallation: (() => { const _io0 = (input: any): boolean => "number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 && input.version_id <= 9007199254740991); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Type<\"uint64\">",
            value: input.version_id
        })) && (input.version_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.version_id
        })) || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "(number & Type<\"uint64\"> & Maximum<9007199254740991>)",
            value: input.version_id
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["UpgradeInstallation"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["UpgradeInstallation"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    PluginOrder: (() => { const _io0 = (input: any): boolean => Array.isArray(input.order) && (input.order.length <= 1000 && input.order.every((elem: any) => "number" === typeof elem)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [(Array.isArray(input.order) || _report(_exceptionable, {
            path: _path + ".order",
            expected: "(Array<number> & MaxItems<1000>)",
            value: input.order
        })) && ((input.order.length <= 1000 || _report(_exceptionable, {
            path: _path + ".order",
            expected: "Array<> & MaxItems<1000>",
            value: input.order
        })) && input.order.map((elem: any, _index2: number) => "number" === typeof elem || _report(_exceptionable, {
            path: _path + ".order[" + _index2 + "]",
            expected: "number",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".order",
            expected: "(Array<number> & MaxItems<1000>)",
            value: input.order
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["PluginOrder"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["PluginOrder"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    DryRunMessage: (() => { const _io0 = (input: any): boolean => "string" === typeof input.text && (1 <= input.text.length && input.text.length <= 4000); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.text && (1 <= input.text.length || _report(_exceptionable, {
            path: _path + ".text",
            expected: "string & MinLength<1>",
            value: input.text
        })) && (input.text.length <= 4000 || _report(_exceptionable, {
            path: _path + ".text",
            expected: "string & MaxLength<4000>",
            value: input.text
        })) || _report(_exceptionable, {
            path: _path + ".text",
            expected: "(string & MinLength<1> & MaxLength<4000>)",
            value: input.text
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["DryRunMessage"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["DryRunMessage"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    AddCredentials: (() => { const _io0 = (input: any): boolean => ("feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform) && (undefined === input.name || "string" === typeof input.name && (1 <= input.name.length && input.name.length <= 100)) && ("object" === typeof input.credentials && null !== input.credentials && false === Array.isArray(input.credentials) && _io1(input.credentials)) && (undefined === input.is_default || "boolean" === typeof input.is_default); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return "string" === typeof value;
    }); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["feishu" === input.platform || "wecom" === input.platform || "dingtalk" === input.platform || _report(_exceptionable, {
            path: _path + ".platform",
            expected: "(\"dingtalk\" | \"feishu\" | \"wecom\")",
            value: input.platform
        }), undefined === input.name || "string" === typeof input.name && (1 <= input.name.length || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MinLength<1>",
            value: input.name
        })) && (input.name.length <= 100 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<100>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "((string & MinLength<1> & MaxLength<100>) | undefined)",
            value: input.name
        }), ("object" === typeof input.credentials && null !== input.credentials && false === Array.isArray(input.credentials) || _report(_exceptionable, {
            path: _path + ".credentials",
            expected: "__type.o1",
            value: input.credentials
        })) && _vo1(input.credentials, _path + ".credentials", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".credentials",
            expected: "__type.o1",
            value: input.credentials
        }), undefined === input.is_default || "boolean" === typeof input.is_default || _report(_exceptionable, {
            path: _path + ".is_default",
            expected: "(boolean | undefined)",
            value: input.is_default
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return "string" === typeof value || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "string",
                value: value
            });
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["AddCredentials"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["AddCredentials"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    ChangeCredentials: (() => { const _io0 = (input: any): boolean => (undefined === input.name || "string" === typeof input.name && (1 <= input.name.length && input.name.length <= 100)) && (undefined === input.is_default || "boolean" === typeof input.is_default) && (undefined === input.credentials || "object" === typeof input.credentials && null !== input.credentials && false === Array.isArray(input.credentials) && _io1(input.credentials)); const _io1 = (input: any): boolean => Object.keys(input).every((key: any) => {
        const value = input[key];
        if (undefined === value)
            return true;
        return "string" === typeof value;
    }); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.name || "string" === typeof input.name && (1 <= input.name.length || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MinLength<1>",
            value: input.name
        })) && (input.name.length <= 100 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<100>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "((string & MinLength<1> & MaxLength<100>) | undefined)",
            value: input.name
        }), undefined === input.is_default || "boolean" === typeof input.is_default || _report(_exceptionable, {
            path: _path + ".is_default",
            expected: "(boolean | undefined)",
            value: input.is_default
        }), undefined === input.credentials || ("object" === typeof input.credentials && null !== input.credentials && false === Array.isArray(input.credentials) || _report(_exceptionable, {
            path: _path + ".credentials",
            expected: "(__type.o1 | undefined)",
            value: input.credentials
        })) && _vo1(input.credentials, _path + ".credentials", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".credentials",
            expected: "(__type.o1 | undefined)",
            value: input.credentials
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [false === _exceptionable || Object.keys(input).map((key: any) => {
            const value = input[key];
            if (undefined === value)
                return true;
            return "string" === typeof value || _report(_exceptionable, {
                path: _path + __typia_transform__accessExpressionAsString._accessExpressionAsString(key),
                expected: "string",
                value: value
            });
        }).every((flag: boolean) => flag)].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["ChangeCredentials"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["ChangeCredentials"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    AskFreeModel: (() => { const _io0 = (input: any): boolean => (undefined === input.model || "string" === typeof input.model) && (Array.isArray(input.messages) && (1 <= input.messages.length && input.messages.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem)))) && (undefined === input.max_tokens || "number" === typeof input.max_tokens) && (undefined === input.temperature || "number" === typeof input.temperature); const _io1 = (input: any): boolean => ("user" === input.role || "system" === input.role || "assistant" === input.role) && "string" === typeof input.content; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.model || "string" === typeof input.model || _report(_exceptionable, {
            path: _path + ".model",
            expected: "(string | undefined)",
            value: input.model
        }), (Array.isArray(input.messages) || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "(Array<__type> & MinItems<1>)",
            value: input.messages
        })) && ((1 <= input.messages.length || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "Array<> & MinItems<1>",
            value: input.messages
        })) && input.messages.map((elem: any, _index2: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
            path: _path + ".messages[" + _index2 + "]",
            expected: "__type.o1",
            value: elem
        })) && _vo1(elem, _path + ".messages[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".messages[" + _index2 + "]",
            expected: "__type.o1",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".messages",
            expected: "(Array<__type> & MinItems<1>)",
            value: input.messages
        }), undefined === input.max_tokens || "number" === typeof input.max_tokens || _report(_exceptionable, {
            path: _path + ".max_tokens",
            expected: "(number | undefined)",
            value: input.max_tokens
        }), undefined === input.temperature || "number" === typeof input.temperature || _report(_exceptionable, {
            path: _path + ".temperature",
            expected: "(number | undefined)",
            value: input.temperature
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["user" === input.role || "system" === input.role || "assistant" === input.role || _report(_exceptionable, {
            path: _path + ".role",
            expected: "(\"assistant\" | \"system\" | \"user\")",
            value: input.role
        }), "string" === typeof input.content || _report(_exceptionable, {
            path: _path + ".content",
            expected: "string",
            value: input.content
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["AskFreeModel"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["AskFreeModel"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    ListModelNames: (() => { const _io0 = (input: any): boolean => "string" === typeof input.api_base_url && input.api_base_url.length <= 2000 && ("string" === typeof input.api_key && input.api_key.length <= 4096); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.api_base_url && (input.api_base_url.length <= 2000 || _report(_exceptionable, {
            path: _path + ".api_base_url",
            expected: "string & MaxLength<2000>",
            value: input.api_base_url
        })) || _report(_exceptionable, {
            path: _path + ".api_base_url",
            expected: "(string & MaxLength<2000>)",
            value: input.api_base_url
        }), "string" === typeof input.api_key && (input.api_key.length <= 4096 || _report(_exceptionable, {
            path: _path + ".api_key",
            expected: "string & MaxLength<4096>",
            value: input.api_key
        })) || _report(_exceptionable, {
            path: _path + ".api_key",
            expected: "(string & MaxLength<4096>)",
            value: input.api_key
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["ListModelNames"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["ListModelNames"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    NewModelProvider: (() => { const _io0 = (input: any): boolean => "string" === typeof input.name && input.name.length <= 128 && ("string" === typeof input.base_url && input.base_url.length <= 2000) && (null === input.api_key || undefined === input.api_key || "string" === typeof input.api_key && input.api_key.length <= 4096); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.name && (input.name.length <= 128 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<128>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "(string & MaxLength<128>)",
            value: input.name
        }), "string" === typeof input.base_url && (input.base_url.length <= 2000 || _report(_exceptionable, {
            path: _path + ".base_url",
            expected: "string & MaxLength<2000>",
            value: input.base_url
        })) || _report(_exceptionable, {
            path: _path + ".base_url",
            expected: "(string & MaxLength<2000>)",
            value: input.base_url
        }), null === input.api_key || undefined === input.api_key || "string" === typeof input.api_key && (input.api_key.length <= 4096 || _report(_exceptionable, {
            path: _path + ".api_key",
            expected: "string & MaxLength<4096>",
            value: input.api_key
        })) || _report(_exceptionable, {
            path: _path + ".api_key",
            expected: "((string & MaxLength<4096>) | null | undefined)",
            value: input.api_key
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["NewModelProvider"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["NewModelProvider"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "ModelProviderFields & Required<Pick<ModelProviderFields, \"name\" | \"base_url\">>",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "ModelProviderFields & Required<Pick<ModelProviderFields, \"name\" | \"base_url\">>",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    ModelProviderChanges: (() => { const _io0 = (input: any): boolean => (undefined === input.name || "string" === typeof input.name && input.name.length <= 128) && (undefined === input.base_url || "string" === typeof input.base_url && input.base_url.length <= 2000) && (null === input.api_key || undefined === input.api_key || "string" === typeof input.api_key && input.api_key.length <= 4096); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.name || "string" === typeof input.name && (input.name.length <= 128 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<128>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "((string & MaxLength<128>) | undefined)",
            value: input.name
        }), undefined === input.base_url || "string" === typeof input.base_url && (input.base_url.length <= 2000 || _report(_exceptionable, {
            path: _path + ".base_url",
            expected: "string & MaxLength<2000>",
            value: input.base_url
        })) || _report(_exceptionable, {
            path: _path + ".base_url",
            expected: "((string & MaxLength<2000>) | undefined)",
            value: input.base_url
        }), null === input.api_key || undefined === input.api_key || "string" === typeof input.api_key && (input.api_key.length <= 4096 || _report(_exceptionable, {
            path: _path + ".api_key",
            expected: "string & MaxLength<4096>",
            value: input.api_key
        })) || _report(_exceptionable, {
            path: _path + ".api_key",
            expected: "((string & MaxLength<4096>) | null | undefined)",
            value: input.api_key
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["ModelProviderChanges"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["ModelProviderChanges"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "ModelProviderFields",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "ModelProviderFields",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    NewModel: (() => { const _io0 = (input: any): boolean => "string" === typeof input.model_name && input.model_name.length <= 128 && (undefined === input.display_name || "string" === typeof input.display_name && input.display_name.length <= 100) && (undefined === input.brand || "string" === typeof input.brand && input.brand.length <= 100) && ("string" === typeof input.provider && input.provider.length <= 128) && (undefined === input.provider_model || "string" === typeof input.provider_model && input.provider_model.length <= 128) && (undefined === input.category || "chat" === input.category || "vision" === input.category || "image" === input.category) && (undefined === input.input_price || "string" === typeof input.input_price || "number" === typeof input.input_price) && (undefined === input.output_price || "string" === typeof input.output_price || "number" === typeof input.output_price) && (undefined === input.cost_multiplier || "string" === typeof input.cost_multiplier || "number" === typeof input.cost_multiplier) && (undefined === input.is_free || "boolean" === typeof input.is_free) && (undefined === input.enabled || "boolean" === typeof input.enabled) && (undefined === input.order || "number" === typeof input.order && (Math.floor(input.order) === input.order && 0 <= input.order && input.order <= 4294967295)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.model_name && (input.model_name.length <= 128 || _report(_exceptionable, {
            path: _path + ".model_name",
            expected: "string & MaxLength<128>",
            value: input.model_name
        })) || _report(_exceptionable, {
            path: _path + ".model_name",
            expected: "(string & MaxLength<128>)",
            value: input.model_name
        }), undefined === input.display_name || "string" === typeof input.display_name && (input.display_name.length <= 100 || _report(_exceptionable, {
            path: _path + ".display_name",
            expected: "string & MaxLength<100>",
            value: input.display_name
        })) || _report(_exceptionable, {
            path: _path + ".display_name",
            expected: "((string & MaxLength<100>) | undefined)",
            value: input.display_name
        }), undefined === input.brand || "string" === typeof input.brand && (input.brand.length <= 100 || _report(_exceptionable, {
            path: _path + ".brand",
            expected: "string & MaxLength<100>",
            value: input.brand
        })) || _report(_exceptionable, {
            path: _path + ".brand",
            expected: "((string & MaxLength<100>) | undefined)",
            value: input.brand
        }), "string" === typeof input.provider && (input.provider.length <= 128 || _report(_exceptionable, {
            path: _path + ".provider",
            expected: "string & MaxLength<128>",
            value: input.provider
        })) || _report(_exceptionable, {
            path: _path + ".provider",
            expected: "(string & MaxLength<128>)",
            value: input.provider
        }), undefined === input.provider_model || "string" === typeof input.provider_model && (input.provider_model.length <= 128 || _report(_exceptionable, {
            path: _path + ".provider_model",
            expected: "string & MaxLength<128>",
            value: input.provider_model
        })) || _report(_exceptionable, {
            path: _path + ".provider_model",
            expected: "((string & MaxLength<128>) | undefined)",
            value: input.provider_model
        }), undefined === input.category || "chat" === input.category || "vision" === input.category || "image" === input.category || _report(_exceptionable, {
            path: _path + ".category",
            expected: "(\"chat\" | \"image\" | \"vision\" | undefined)",
            value: input.category
        }), undefined === input.input_price || "string" === typeof input.input_price || "number" === typeof input.input_price || _report(_exceptionable, {
            path: _path + ".input_price",
            expected: "(number | string | undefined)",
            value: input.input_price
        }), undefined === input.output_price || "string" === typeof input.output_price || "number" === typeof input.output_price || _report(_exceptionable, {
            path: _path + ".output_price",
            expected: "(number | string | undefined)",
            value: input.output_price
        }), undefined === input.cost_multiplier || "string" === typeof input.cost_multiplier || "number" === typeof input.cost_multiplier || _report(_exceptionable, {
            path: _path + ".cost_multiplier",
            expected: "(number | string | undefined)",
            value: input.cost_multiplier
        }), undefined === input.is_free || "boolean" === typeof input.is_free || _report(_exceptionable, {
            path: _path + ".is_free",
            expected: "(boolean | undefined)",
            value: input.is_free
        }), undefined === input.enabled || "boolean" === typeof input.enabled || _report(_exceptionable, {
            path: _path + ".enabled",
            expected: "(boolean | undefined)",
            value: input.enabled
        }), undefined === input.order || "number" === typeof input.order && (Math.floor(input.order) === input.order && 0 <= input.order && input.order <= 4294967295 || _report(_exceptionable, {
            path: _path + ".order",
            expected: "number & Type<\"uint32\">",
            value: input.order
        })) || _report(_exceptionable, {
            path: _path + ".order",
            expected: "((number & Type<\"uint32\">) | undefined)",
            value: input.order
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["NewModel"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["NewModel"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "ModelFields & Required<Pick<ModelFields, \"model_name\" | \"provider\">>",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "ModelFields & Required<Pick<ModelFields, \"model_name\" | \"provider\">>",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    ModelChanges: (() => { const _io0 = (input: any): boolean => (undefined === input.model_name || "string" === typeof input.model_name && input.model_name.length <= 128) && (undefined === input.display_name || "string" === typeof input.display_name && input.display_name.length <= 100) && (undefined === input.brand || "string" === typeof input.brand && input.brand.length <= 100) && (undefined === input.provider || "string" === typeof input.provider && input.provider.length <= 128) && (undefined === input.provider_model || "string" === typeof input.provider_model && input.provider_model.length <= 128) && (undefined === input.category || "chat" === input.category || "vision" === input.category || "image" === input.category) && (undefined === input.input_price || "string" === typeof input.input_price || "number" === typeof input.input_price) && (undefined === input.output_price || "string" === typeof input.output_price || "number" === typeof input.output_price) && (undefined === input.cost_multiplier || "string" === typeof input.cost_multiplier || "number" === typeof input.cost_multiplier) && (undefined === input.is_free || "boolean" === typeof input.is_free) && (undefined === input.enabled || "boolean" === typeof input.enabled) && (undefined === input.order || "number" === typeof input.order && (Math.floor(input.order) === input.order && 0 <= input.order && input.order <= 4294967295)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.model_name || "string" === typeof input.model_name && (input.model_name.length <= 128 || _report(_exceptionable, {
            path: _path + ".model_name",
            expected: "string & MaxLength<128>",
            value: input.model_name
        })) || _report(_exceptionable, {
            path: _path + ".model_name",
            expected: "((string & MaxLength<128>) | undefined)",
            value: input.model_name
        }), undefined === input.display_name || "string" === typeof input.display_name && (input.display_name.length <= 100 || _report(_exceptionable, {
            path: _path + ".display_name",
            expected: "string & MaxLength<100>",
            value: input.display_name
        })) || _report(_exceptionable, {
            path: _path + ".display_name",
            expected: "((string & MaxLength<100>) | undefined)",
            value: input.display_name
        }), undefined === input.brand || "string" === typeof input.brand && (input.brand.length <= 100 || _report(_exceptionable, {
            path: _path + ".brand",
            expected: "string & MaxLength<100>",
            value: input.brand
        })) || _report(_exceptionable, {
            path: _path + ".brand",
            expected: "((string & MaxLength<100>) | undefined)",
            value: input.brand
        }), undefined === input.provider || "string" === typeof input.provider && (input.provider.length <= 128 || _report(_exceptionable, {
            path: _path + ".provider",
            expected: "string & MaxLength<128>",
            value: input.provider
        })) || _report(_exceptionable, {
            path: _path + ".provider",
            expected: "((string & MaxLength<128>) | undefined)",
            value: input.provider
        }), undefined === input.provider_model || "string" === typeof input.provider_model && (input.provider_model.length <= 128 || _report(_exceptionable, {
            path: _path + ".provider_model",
            expected: "string & MaxLength<128>",
            value: input.provider_model
        })) || _report(_exceptionable, {
            path: _path + ".provider_model",
            expected: "((string & MaxLength<128>) | undefined)",
            value: input.provider_model
        }), undefined === input.category || "chat" === input.category || "vision" === input.category || "image" === input.category || _report(_exceptionable, {
            path: _path + ".category",
            expected: "(\"chat\" | \"image\" | \"vision\" | undefined)",
            value: input.category
        }), undefined === input.input_price || "string" === typeof input.input_price || "number" === typeof input.input_price || _report(_exceptionable, {
            path: _path + ".input_price",
            expected: "(number | string | undefined)",
            value: input.input_price
        }), undefined === input.output_price || "string" === typeof input.output_price || "number" === typeof input.output_price || _report(_exceptionable, {
            path: _path + ".output_price",
            expected: "(number | string | undefined)",
            value: input.output_price
        }), undefined === input.cost_multiplier || "string" === typeof input.cost_multiplier || "number" === typeof input.cost_multiplier || _report(_exceptionable, {
            path: _path + ".cost_multiplier",
            expected: "(number | string | undefined)",
            value: input.cost_multiplier
        }), undefined === input.is_free || "boolean" === typeof input.is_free || _report(_exceptionable, {
            path: _path + ".is_free",
            expected: "(boolean | undefined)",
            value: input.is_free
        }), undefined === input.enabled || "boolean" === typeof input.enabled || _report(_exceptionable, {
            path: _path + ".enabled",
            expected: "(boolean | undefined)",
            value: input.enabled
        }), undefined === input.order || "number" === typeof input.order && (Math.floor(input.order) === input.order && 0 <= input.order && input.order <= 4294967295 || _report(_exceptionable, {
            path: _path + ".order",
            expected: "number & Type<\"uint32\">",
            value: input.order
        })) || _report(_exceptionable, {
            path: _path + ".order",
            expected: "((number & Type<\"uint32\">) | undefined)",
            value: input.order
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["ModelChanges"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["ModelChanges"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "ModelFields",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "ModelFields",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    SettingsChanges: (() => { const _io0 = (input: any): boolean => (undefined === input.free_images_per_day || "number" === typeof input.free_images_per_day && (Math.floor(input.free_images_per_day) === input.free_images_per_day && 0 <= input.free_images_per_day && input.free_images_per_day <= 4294967295)) && (null === input.default_model || undefined === input.default_model || "string" === typeof input.default_model && input.default_model.length <= 128) && (null === input.journal_days || undefined === input.journal_days || "number" === typeof input.journal_days && (Math.floor(input.journal_days) === input.journal_days && 0 <= input.journal_days && input.journal_days <= 4294967295)) && (undefined === input.search_providers || Array.isArray(input.search_providers) && (input.search_providers.length <= 50 && input.search_providers.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem)))); const _io1 = (input: any): boolean => (undefined === input.id || "number" === typeof input.id && (Math.floor(input.id) === input.id && 0 <= input.id && input.id <= 18446744073709552000 && input.id <= 9007199254740991)) && ("searxng" === input.type || "brave" === input.type || "tavily" === input.type || "duckduckgo" === input.type) && (undefined === input.name || "string" === typeof input.name && input.name.length <= 128) && (null === input.base_url || undefined === input.base_url || "string" === typeof input.base_url && input.base_url.length <= 2000) && (null === input.api_key || undefined === input.api_key || "string" === typeof input.api_key && input.api_key.length <= 4096) && (undefined === input.enabled || "boolean" === typeof input.enabled); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.free_images_per_day || "number" === typeof input.free_images_per_day && (Math.floor(input.free_images_per_day) === input.free_images_per_day && 0 <= input.free_images_per_day && input.free_images_per_day <= 4294967295 || _report(_exceptionable, {
            path: _path + ".free_images_per_day",
            expected: "number & Type<\"uint32\">",
            value: input.free_images_per_day
        })) || _report(_exceptionable, {
            path: _path + ".free_images_per_day",
            expected: "((number & Type<\"uint32\">) | undefined)",
            value: input.free_images_per_day
        }), null === input.default_model || undefined === input.default_model || "string" === typeof input.default_model && (input.default_model.length <= 128 || _report(_exceptionable, {
            path: _path + ".default_model",
            expected: "string & MaxLength<128>",
            value: input.default_model
        })) || _report(_exceptionable, {
            path: _path + ".default_model",
            expected: "((string & MaxLength<128>) | null | undefined)",
            value: input.default_model
        }), null === input.journal_days || undefined === input.journal_days || "number" === typeof input.journal_days && (Math.floor(input.journal_days) === input.journal_days && 0 <= input.journal_days && input.journal_days <= 4294967295 || _report(_exceptionable, {
            path: _path + ".journal_days",
            expected: "number & Type<\"uint32\">",
            value: input.journal_days
        })) || _report(_exceptionable, {
            path: _path + ".journal_days",
            expected: "((number & Type<\"uint32\">) | null | undefined)",
            value: input.journal_days
        }), undefined === input.search_providers || (Array.isArray(input.search_providers) || _report(_exceptionable, {
            path: _path + ".search_providers",
            expected: "((Array<SearchProviderFields> & MaxItems<50>) | undefined)",
            value: input.search_providers
        })) && ((input.search_providers.length <= 50 || _report(_exceptionable, {
            path: _path + ".search_providers",
            expected: "Array<> & MaxItems<50>",
            value: input.search_providers
        })) && input.search_providers.map((elem: any, _index2: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
            path: _path + ".search_providers[" + _index2 + "]",
            expected: "SearchProviderFields",
            value: elem
        })) && _vo1(elem, _path + ".search_providers[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".search_providers[" + _index2 + "]",
            expected: "SearchProviderFields",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".search_providers",
            expected: "((Array<SearchProviderFields> & MaxItems<50>) | undefined)",
            value: input.search_providers
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.id || "number" === typeof input.id && (Math.floor(input.id) === input.id && 0 <= input.id && input.id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".id",
            expected: "number & Type<\"uint64\">",
            value: input.id
        })) && (input.id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".id",
            expected: "number & Maximum<9007199254740991>",
            value: input.id
        })) || _report(_exceptionable, {
            path: _path + ".id",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.id
        }), "searxng" === input.type || "brave" === input.type || "tavily" === input.type || "duckduckgo" === input.type || _report(_exceptionable, {
            path: _path + ".type",
            expected: "(\"brave\" | \"duckduckgo\" | \"searxng\" | \"tavily\")",
            value: input.type
        }), undefined === input.name || "string" === typeof input.name && (input.name.length <= 128 || _report(_exceptionable, {
            path: _path + ".name",
            expected: "string & MaxLength<128>",
            value: input.name
        })) || _report(_exceptionable, {
            path: _path + ".name",
            expected: "((string & MaxLength<128>) | undefined)",
            value: input.name
        }), null === input.base_url || undefined === input.base_url || "string" === typeof input.base_url && (input.base_url.length <= 2000 || _report(_exceptionable, {
            path: _path + ".base_url",
            expected: "string & MaxLength<2000>",
            value: input.base_url
        })) || _report(_exceptionable, {
            path: _path + ".base_url",
            expected: "((string & MaxLength<2000>) | null | undefined)",
            value: input.base_url
        }), null === input.api_key || undefined === input.api_key || "string" === typeof input.api_key && (input.api_key.length <= 4096 || _report(_exceptionable, {
            path: _path + ".api_key",
            expected: "string & MaxLength<4096>",
            value: input.api_key
        })) || _report(_exceptionable, {
            path: _path + ".api_key",
            expected: "((string & MaxLength<4096>) | null | undefined)",
            value: input.api_key
        }), undefined === input.enabled || "boolean" === typeof input.enabled || _report(_exceptionable, {
            path: _path + ".enabled",
            expected: "(boolean | undefined)",
            value: input.enabled
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["SettingsChanges"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["SettingsChanges"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    Limits: (() => { const _io0 = (input: any): boolean => Array.isArray(input.limits) && (input.limits.length <= 200 && input.limits.every((elem: any) => "object" === typeof elem && null !== elem && _io1(elem))); const _io1 = (input: any): boolean => (undefined === input.plugin_slug || "string" === typeof input.plugin_slug && RegExp("^[a-z0-9-]{2,64}$").test(input.plugin_slug)) && ("day" === input.period || "month" === input.period) && ("number" === typeof input.credits && (Math.floor(input.credits) === input.credits && 0 <= input.credits && input.credits <= 18446744073709552000 && input.credits <= 1000000000)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [(Array.isArray(input.limits) || _report(_exceptionable, {
            path: _path + ".limits",
            expected: "(Array<NewLimit> & MaxItems<200>)",
            value: input.limits
        })) && ((input.limits.length <= 200 || _report(_exceptionable, {
            path: _path + ".limits",
            expected: "Array<> & MaxItems<200>",
            value: input.limits
        })) && input.limits.map((elem: any, _index2: number) => ("object" === typeof elem && null !== elem || _report(_exceptionable, {
            path: _path + ".limits[" + _index2 + "]",
            expected: "NewLimit",
            value: elem
        })) && _vo1(elem, _path + ".limits[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".limits[" + _index2 + "]",
            expected: "NewLimit",
            value: elem
        })).every((flag: boolean) => flag)) || _report(_exceptionable, {
            path: _path + ".limits",
            expected: "(Array<NewLimit> & MaxItems<200>)",
            value: input.limits
        })].every((flag: boolean) => flag); const _vo1 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.plugin_slug || "string" === typeof input.plugin_slug && (RegExp("^[a-z0-9-]{2,64}$").test(input.plugin_slug) || _report(_exceptionable, {
            path: _path + ".plugin_slug",
            expected: "string & Pattern<\"^[a-z0-9-]{2,64}$\">",
            value: input.plugin_slug
        })) || _report(_exceptionable, {
            path: _path + ".plugin_slug",
            expected: "((string & Pattern<\"^[a-z0-9-]{2,64}$\">) | undefined)",
            value: input.plugin_slug
        }), "day" === input.period || "month" === input.period || _report(_exceptionable, {
            path: _path + ".period",
            expected: "(\"day\" | \"month\")",
            value: input.period
        }), "number" === typeof input.credits && (Math.floor(input.credits) === input.credits && 0 <= input.credits && input.credits <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".credits",
            expected: "number & Type<\"uint64\">",
            value: input.credits
        })) && (input.credits <= 1000000000 || _report(_exceptionable, {
            path: _path + ".credits",
            expected: "number & Maximum<1000000000>",
            value: input.credits
        })) || _report(_exceptionable, {
            path: _path + ".credits",
            expected: "(number & Type<\"uint64\"> & Maximum<1000000000>)",
            value: input.credits
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["Limits"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["Limits"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    CreditWarning: (() => { const _io0 = (input: any): boolean => null === input.warn_below || "number" === typeof input.warn_below; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [null === input.warn_below || "number" === typeof input.warn_below || _report(_exceptionable, {
            path: _path + ".warn_below",
            expected: "(null | number)",
            value: input.warn_below
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["CreditWarning"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["CreditWarning"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    DeleteAccount: (() => { const _io0 = (input: any): boolean => "string" === typeof input.password && input.password.length <= 128; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.password && (input.password.length <= 128 || _report(_exceptionable, {
            path: _path + ".password",
            expected: "string & MaxLength<128>",
            value: input.password
        })) || _report(_exceptionable, {
            path: _path + ".password",
            expected: "(string & MaxLength<128>)",
            value: input.password
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["DeleteAccount"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["DeleteAccount"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    NewStorageValue: (() => { const _io0 = (input: any): boolean => "string" === typeof input.plugin_slug && RegExp("^[a-z0-9-]{2,64}$").test(input.plugin_slug) && ("string" === typeof input.key && (1 <= input.key.length && input.key.length <= 256)) && "string" === typeof input.json; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.plugin_slug && (RegExp("^[a-z0-9-]{2,64}$").test(input.plugin_slug) || _report(_exceptionable, {
            path: _path + ".plugin_slug",
            expected: "string & Pattern<\"^[a-z0-9-]{2,64}$\">",
            value: input.plugin_slug
        })) || _report(_exceptionable, {
            path: _path + ".plugin_slug",
            expected: "(string & Pattern<\"^[a-z0-9-]{2,64}$\">)",
            value: input.plugin_slug
        }), "string" === typeof input.key && (1 <= input.key.length || _report(_exceptionable, {
            path: _path + ".key",
            expected: "string & MinLength<1>",
            value: input.key
        })) && (input.key.length <= 256 || _report(_exceptionable, {
            path: _path + ".key",
            expected: "string & MaxLength<256>",
            value: input.key
        })) || _report(_exceptionable, {
            path: _path + ".key",
            expected: "(string & MinLength<1> & MaxLength<256>)",
            value: input.key
        }), "string" === typeof input.json || _report(_exceptionable, {
            path: _path + ".json",
            expected: "string",
            value: input.json
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["NewStorageValue"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["NewStorageValue"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    StorageChange: (() => { const _io0 = (input: any): boolean => "string" === typeof input.json && (undefined === input.revision || "string" === typeof input.revision && input.revision.length <= 64); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.json || _report(_exceptionable, {
            path: _path + ".json",
            expected: "string",
            value: input.json
        }), undefined === input.revision || "string" === typeof input.revision && (input.revision.length <= 64 || _report(_exceptionable, {
            path: _path + ".revision",
            expected: "string & MaxLength<64>",
            value: input.revision
        })) || _report(_exceptionable, {
            path: _path + ".revision",
            expected: "((string & MaxLength<64>) | undefined)",
            value: input.revision
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["StorageChange"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["StorageChange"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
    TopUp: (() => { const _io0 = (input: any): boolean => "number" === typeof input.credits && (Math.floor(input.credits) === input.credits && 0 <= input.credits && input.credits <= 4294967295 && 1 <= input.credits && input.credits <= 1000000000) && ("string" === typeof input.idempotency_key && (1 <= input.idempotency_key.length && input.idempotency_key.length <= 128)) && (undefined === input.note || "string" === typeof input.note && input.note.length <= 500); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["number" === typeof input.credits && (Math.floor(input.credits) === input.credits && 0 <= input.credits && input.credits <= 4294967295 || _report(_exceptionable, {
            path: _path + ".credits",
            expected: "number & Type<\"uint32\">",
            value: input.credits
        })) && (1 <= input.credits || _report(_exceptionable, {
            path: _path + ".credits",
            expected: "number & Minimum<1>",
            value: input.credits
        })) && (input.credits <= 1000000000 || _report(_exceptionable, {
            path: _path + ".credits",
            expected: "number & Maximum<1000000000>",
            value: input.credits
        })) || _report(_exceptionable, {
            path: _path + ".credits",
            expected: "(number & Type<\"uint32\"> & Minimum<1> & Maximum<1000000000>)",
            value: input.credits
        }), "string" === typeof input.idempotency_key && (1 <= input.idempotency_key.length || _report(_exceptionable, {
            path: _path + ".idempotency_key",
            expected: "string & MinLength<1>",
            value: input.idempotency_key
        })) && (input.idempotency_key.length <= 128 || _report(_exceptionable, {
            path: _path + ".idempotency_key",
            expected: "string & MaxLength<128>",
            value: input.idempotency_key
        })) || _report(_exceptionable, {
            path: _path + ".idempotency_key",
            expected: "(string & MinLength<1> & MaxLength<128>)",
            value: input.idempotency_key
        }), undefined === input.note || "string" === typeof input.note && (input.note.length <= 500 || _report(_exceptionable, {
            path: _path + ".note",
            expected: "string & MaxLength<500>",
            value: input.note
        })) || _report(_exceptionable, {
            path: _path + ".note",
            expected: "((string & MaxLength<500>) | undefined)",
            value: input.note
        })].every((flag: boolean) => flag); const __is = (input: any): input is Bodies["TopUp"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; return __typia_transform__createStandardSchema._createStandardSchema((input: any): import("typia").IValidation<Bodies["TopUp"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }); })(),
};
/** Validators of queries, by name. */
export const queries: {
    [K in keyof Queries]: (input: URLSearchParams | string) => Validation<Queries[K]>;
} = {
    ReviewList: (() => { const _io0 = (input: any): boolean => (undefined === input.after || "number" === typeof input.after && (Math.floor(input.after) === input.after && 0 <= input.after && input.after <= 18446744073709552000 && input.after <= 9007199254740991)) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 500)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.after || "number" === typeof input.after && (Math.floor(input.after) === input.after && 0 <= input.after && input.after <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".after",
            expected: "number & Type<\"uint64\">",
            value: input.after
        })) && (input.after <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".after",
            expected: "number & Maximum<9007199254740991>",
            value: input.after
        })) || _report(_exceptionable, {
            path: _path + ".after",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.after
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 500 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<500>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<500>) | undefined)",
            value: input.limit
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["ReviewList"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["ReviewList"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["ReviewList"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            after: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("after")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["ReviewList"]>> => __validate(__decode(input)); })(),
    ReviewedVersion: (() => { const _io0 = (input: any): boolean => (undefined === input.version_id || "number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 && input.version_id <= 9007199254740991)) && (undefined === input.sha256 || "string" === typeof input.sha256 && RegExp("^[0-9a-f]{64}$").test(input.sha256)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.version_id || "number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Type<\"uint64\">",
            value: input.version_id
        })) && (input.version_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.version_id
        })) || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.version_id
        }), undefined === input.sha256 || "string" === typeof input.sha256 && (RegExp("^[0-9a-f]{64}$").test(input.sha256) || _report(_exceptionable, {
            path: _path + ".sha256",
            expected: "string & Pattern<\"^[0-9a-f]{64}$\">",
            value: input.sha256
        })) || _report(_exceptionable, {
            path: _path + ".sha256",
            expected: "((string & Pattern<\"^[0-9a-f]{64}$\">) | undefined)",
            value: input.sha256
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["ReviewedVersion"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["ReviewedVersion"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["ReviewedVersion"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            version_id: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("version_id")) ?? undefined,
            sha256: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("sha256")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["ReviewedVersion"]>> => __validate(__decode(input)); })(),
    PublishedVersion: (() => { const _io0 = (input: any): boolean => undefined === input.version_id || "number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 && input.version_id <= 9007199254740991); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.version_id || "number" === typeof input.version_id && (Math.floor(input.version_id) === input.version_id && 0 <= input.version_id && input.version_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Type<\"uint64\">",
            value: input.version_id
        })) && (input.version_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.version_id
        })) || _report(_exceptionable, {
            path: _path + ".version_id",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.version_id
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["PublishedVersion"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["PublishedVersion"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["PublishedVersion"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            version_id: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("version_id")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["PublishedVersion"]>> => __validate(__decode(input)); })(),
    UserList: (() => { const _io0 = (input: any): boolean => (undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 && input.before <= 9007199254740991)) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 500)) && (undefined === input.text || "string" === typeof input.text && input.text.length <= 200); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Type<\"uint64\">",
            value: input.before
        })) && (input.before <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Maximum<9007199254740991>",
            value: input.before
        })) || _report(_exceptionable, {
            path: _path + ".before",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.before
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 500 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<500>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<500>) | undefined)",
            value: input.limit
        }), undefined === input.text || "string" === typeof input.text && (input.text.length <= 200 || _report(_exceptionable, {
            path: _path + ".text",
            expected: "string & MaxLength<200>",
            value: input.text
        })) || _report(_exceptionable, {
            path: _path + ".text",
            expected: "((string & MaxLength<200>) | undefined)",
            value: input.text
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["UserList"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["UserList"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["UserList"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            before: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("before")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined,
            text: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("text")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["UserList"]>> => __validate(__decode(input)); })(),
    MessageList: (() => { const _io0 = (input: any): boolean => (undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 && input.before <= 9007199254740991)) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 200)) && (undefined === input.bot_id || "number" === typeof input.bot_id && (Math.floor(input.bot_id) === input.bot_id && 0 <= input.bot_id && input.bot_id <= 18446744073709552000 && input.bot_id <= 9007199254740991)) && (undefined === input.chat || "string" === typeof input.chat && input.chat.length <= 500) && (undefined === input.state || "waiting" === input.state || "done" === input.state || "set_aside" === input.state) && (undefined === input.plugin || "string" === typeof input.plugin && input.plugin.length <= 64) && (undefined === input.text || "string" === typeof input.text && input.text.length <= 200); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Type<\"uint64\">",
            value: input.before
        })) && (input.before <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Maximum<9007199254740991>",
            value: input.before
        })) || _report(_exceptionable, {
            path: _path + ".before",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.before
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 200 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<200>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<200>) | undefined)",
            value: input.limit
        }), undefined === input.bot_id || "number" === typeof input.bot_id && (Math.floor(input.bot_id) === input.bot_id && 0 <= input.bot_id && input.bot_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".bot_id",
            expected: "number & Type<\"uint64\">",
            value: input.bot_id
        })) && (input.bot_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".bot_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.bot_id
        })) || _report(_exceptionable, {
            path: _path + ".bot_id",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.bot_id
        }), undefined === input.chat || "string" === typeof input.chat && (input.chat.length <= 500 || _report(_exceptionable, {
            path: _path + ".chat",
            expected: "string & MaxLength<500>",
            value: input.chat
        })) || _report(_exceptionable, {
            path: _path + ".chat",
            expected: "((string & MaxLength<500>) | undefined)",
            value: input.chat
        }), undefined === input.state || "waiting" === input.state || "done" === input.state || "set_aside" === input.state || _report(_exceptionable, {
            path: _path + ".state",
            expected: "(\"done\" | \"set_aside\" | \"waiting\" | undefined)",
            value: input.state
        }), undefined === input.plugin || "string" === typeof input.plugin && (input.plugin.length <= 64 || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "string & MaxLength<64>",
            value: input.plugin
        })) || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "((string & MaxLength<64>) | undefined)",
            value: input.plugin
        }), undefined === input.text || "string" === typeof input.text && (input.text.length <= 200 || _report(_exceptionable, {
            path: _path + ".text",
            expected: "string & MaxLength<200>",
            value: input.text
        })) || _report(_exceptionable, {
            path: _path + ".text",
            expected: "((string & MaxLength<200>) | undefined)",
            value: input.text
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["MessageList"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["MessageList"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "Paging & { bot_id?: number; chat?: string; state?: MessageState; plugin?: string; text?: string; }",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "Paging & { bot_id?: number; chat?: string; state?: MessageState; plugin?: string; text?: string; }",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["MessageList"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            before: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("before")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined,
            bot_id: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("bot_id")) ?? undefined,
            chat: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("chat")) ?? undefined,
            state: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("state")) ?? undefined,
            plugin: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("plugin")) ?? undefined,
            text: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("text")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["MessageList"]>> => __validate(__decode(input)); })(),
    SetAsideList: (() => { const _io0 = (input: any): boolean => (undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 && input.before <= 9007199254740991)) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 200)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Type<\"uint64\">",
            value: input.before
        })) && (input.before <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Maximum<9007199254740991>",
            value: input.before
        })) || _report(_exceptionable, {
            path: _path + ".before",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.before
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 200 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<200>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<200>) | undefined)",
            value: input.limit
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["SetAsideList"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["SetAsideList"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "Paging",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "Paging",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["SetAsideList"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            before: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("before")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["SetAsideList"]>> => __validate(__decode(input)); })(),
    RunOfMessage: (() => { const _io0 = (input: any): boolean => "string" === typeof input.plugin && input.plugin.length <= 64; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.plugin && (input.plugin.length <= 64 || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "string & MaxLength<64>",
            value: input.plugin
        })) || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "(string & MaxLength<64>)",
            value: input.plugin
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["RunOfMessage"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["RunOfMessage"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["RunOfMessage"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            plugin: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("plugin"))
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["RunOfMessage"]>> => __validate(__decode(input)); })(),
    PluginConflicts: (() => { const _io0 = (input: any): boolean => (undefined === input.plugin_id || "number" === typeof input.plugin_id && (Math.floor(input.plugin_id) === input.plugin_id && 0 <= input.plugin_id && input.plugin_id <= 18446744073709552000 && input.plugin_id <= 9007199254740991)) && (undefined === input.text || "string" === typeof input.text && input.text.length <= 1000); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.plugin_id || "number" === typeof input.plugin_id && (Math.floor(input.plugin_id) === input.plugin_id && 0 <= input.plugin_id && input.plugin_id <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".plugin_id",
            expected: "number & Type<\"uint64\">",
            value: input.plugin_id
        })) && (input.plugin_id <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".plugin_id",
            expected: "number & Maximum<9007199254740991>",
            value: input.plugin_id
        })) || _report(_exceptionable, {
            path: _path + ".plugin_id",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.plugin_id
        }), undefined === input.text || "string" === typeof input.text && (input.text.length <= 1000 || _report(_exceptionable, {
            path: _path + ".text",
            expected: "string & MaxLength<1000>",
            value: input.text
        })) || _report(_exceptionable, {
            path: _path + ".text",
            expected: "((string & MaxLength<1000>) | undefined)",
            value: input.text
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["PluginConflicts"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["PluginConflicts"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["PluginConflicts"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            plugin_id: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("plugin_id")) ?? undefined,
            text: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("text")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["PluginConflicts"]>> => __validate(__decode(input)); })(),
    LibrarySearch: (() => { const _io0 = (input: any): boolean => (undefined === input.text || "string" === typeof input.text && input.text.length <= 200) && (undefined === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category) && (undefined === input.order || "installs" === input.order || "new" === input.order) && (undefined === input.after || "string" === typeof input.after && input.after.length <= 40) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 200)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.text || "string" === typeof input.text && (input.text.length <= 200 || _report(_exceptionable, {
            path: _path + ".text",
            expected: "string & MaxLength<200>",
            value: input.text
        })) || _report(_exceptionable, {
            path: _path + ".text",
            expected: "((string & MaxLength<200>) | undefined)",
            value: input.text
        }), undefined === input.category || "message" === input.category || "utility" === input.category || "fun" === input.category || "game" === input.category || "content" === input.category || "command" === input.category || "scheduled" === input.category || _report(_exceptionable, {
            path: _path + ".category",
            expected: "(\"command\" | \"content\" | \"fun\" | \"game\" | \"message\" | \"scheduled\" | \"utility\" | undefined)",
            value: input.category
        }), undefined === input.order || "installs" === input.order || "new" === input.order || _report(_exceptionable, {
            path: _path + ".order",
            expected: "(\"installs\" | \"new\" | undefined)",
            value: input.order
        }), undefined === input.after || "string" === typeof input.after && (input.after.length <= 40 || _report(_exceptionable, {
            path: _path + ".after",
            expected: "string & MaxLength<40>",
            value: input.after
        })) || _report(_exceptionable, {
            path: _path + ".after",
            expected: "((string & MaxLength<40>) | undefined)",
            value: input.after
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 200 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<200>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<200>) | undefined)",
            value: input.limit
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["LibrarySearch"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["LibrarySearch"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["LibrarySearch"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            text: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("text")) ?? undefined,
            category: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("category")) ?? undefined,
            order: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("order")) ?? undefined,
            after: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("after")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["LibrarySearch"]>> => __validate(__decode(input)); })(),
    SearchLogs: (() => { const _io0 = (input: any): boolean => (undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 && input.before <= 9007199254740991)) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 500)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Type<\"uint64\">",
            value: input.before
        })) && (input.before <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Maximum<9007199254740991>",
            value: input.before
        })) || _report(_exceptionable, {
            path: _path + ".before",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.before
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 500 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<500>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<500>) | undefined)",
            value: input.limit
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["SearchLogs"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["SearchLogs"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["SearchLogs"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            before: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("before")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["SearchLogs"]>> => __validate(__decode(input)); })(),
    StorageListing: (() => { const _io0 = (input: any): boolean => (undefined === input.text || "string" === typeof input.text && input.text.length <= 256) && (undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 && input.before <= 9007199254740991)) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 500)) && ("string" === typeof input.plugin && input.plugin.length <= 64); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.text || "string" === typeof input.text && (input.text.length <= 256 || _report(_exceptionable, {
            path: _path + ".text",
            expected: "string & MaxLength<256>",
            value: input.text
        })) || _report(_exceptionable, {
            path: _path + ".text",
            expected: "((string & MaxLength<256>) | undefined)",
            value: input.text
        }), undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Type<\"uint64\">",
            value: input.before
        })) && (input.before <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Maximum<9007199254740991>",
            value: input.before
        })) || _report(_exceptionable, {
            path: _path + ".before",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.before
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 500 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<500>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<500>) | undefined)",
            value: input.limit
        }), "string" === typeof input.plugin && (input.plugin.length <= 64 || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "string & MaxLength<64>",
            value: input.plugin
        })) || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "(string & MaxLength<64>)",
            value: input.plugin
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["StorageListing"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["StorageListing"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["StorageListing"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            text: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("text")) ?? undefined,
            before: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("before")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined,
            plugin: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("plugin"))
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["StorageListing"]>> => __validate(__decode(input)); })(),
    StorageOfPlugin: (() => { const _io0 = (input: any): boolean => "string" === typeof input.plugin && input.plugin.length <= 64; const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => ["string" === typeof input.plugin && (input.plugin.length <= 64 || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "string & MaxLength<64>",
            value: input.plugin
        })) || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "(string & MaxLength<64>)",
            value: input.plugin
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["StorageOfPlugin"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["StorageOfPlugin"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "__type",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["StorageOfPlugin"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            plugin: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("plugin"))
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["StorageOfPlugin"]>> => __validate(__decode(input)); })(),
    CreditMovements: (() => { const _io0 = (input: any): boolean => (undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 && input.before <= 9007199254740991)) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 500)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Type<\"uint64\">",
            value: input.before
        })) && (input.before <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Maximum<9007199254740991>",
            value: input.before
        })) || _report(_exceptionable, {
            path: _path + ".before",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.before
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 500 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<500>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<500>) | undefined)",
            value: input.limit
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["CreditMovements"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["CreditMovements"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "PageQuery",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "PageQuery",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["CreditMovements"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            before: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("before")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["CreditMovements"]>> => __validate(__decode(input)); })(),
    Usage: (() => { const _io0 = (input: any): boolean => (undefined === input.type || "ai" === input.type || "search" === input.type || "credentials" === input.type) && (undefined === input.plugin || "string" === typeof input.plugin && input.plugin.length <= 64) && (undefined === input.model || "string" === typeof input.model && input.model.length <= 200) && (undefined === input.from || "string" === typeof input.from && /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.from)) && (undefined === input.to || "string" === typeof input.to && /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.to)) && (undefined === input.days || "number" === typeof input.days && (Math.floor(input.days) === input.days && 0 <= input.days && input.days <= 4294967295 && 1 <= input.days && input.days <= 3660)) && (undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 && input.before <= 9007199254740991)) && (undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 && 1 <= input.limit && input.limit <= 500)); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.type || "ai" === input.type || "search" === input.type || "credentials" === input.type || _report(_exceptionable, {
            path: _path + ".type",
            expected: "(\"ai\" | \"credentials\" | \"search\" | undefined)",
            value: input.type
        }), undefined === input.plugin || "string" === typeof input.plugin && (input.plugin.length <= 64 || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "string & MaxLength<64>",
            value: input.plugin
        })) || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "((string & MaxLength<64>) | undefined)",
            value: input.plugin
        }), undefined === input.model || "string" === typeof input.model && (input.model.length <= 200 || _report(_exceptionable, {
            path: _path + ".model",
            expected: "string & MaxLength<200>",
            value: input.model
        })) || _report(_exceptionable, {
            path: _path + ".model",
            expected: "((string & MaxLength<200>) | undefined)",
            value: input.model
        }), undefined === input.from || "string" === typeof input.from && (/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.from) || _report(_exceptionable, {
            path: _path + ".from",
            expected: "string & Format<\"date\">",
            value: input.from
        })) || _report(_exceptionable, {
            path: _path + ".from",
            expected: "((string & Format<\"date\">) | undefined)",
            value: input.from
        }), undefined === input.to || "string" === typeof input.to && (/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.to) || _report(_exceptionable, {
            path: _path + ".to",
            expected: "string & Format<\"date\">",
            value: input.to
        })) || _report(_exceptionable, {
            path: _path + ".to",
            expected: "((string & Format<\"date\">) | undefined)",
            value: input.to
        }), undefined === input.days || "number" === typeof input.days && (Math.floor(input.days) === input.days && 0 <= input.days && input.days <= 4294967295 || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Type<\"uint32\">",
            value: input.days
        })) && (1 <= input.days || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Minimum<1>",
            value: input.days
        })) && (input.days <= 3660 || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Maximum<3660>",
            value: input.days
        })) || _report(_exceptionable, {
            path: _path + ".days",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<3660>) | undefined)",
            value: input.days
        }), undefined === input.before || "number" === typeof input.before && (Math.floor(input.before) === input.before && 0 <= input.before && input.before <= 18446744073709552000 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Type<\"uint64\">",
            value: input.before
        })) && (input.before <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".before",
            expected: "number & Maximum<9007199254740991>",
            value: input.before
        })) || _report(_exceptionable, {
            path: _path + ".before",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.before
        }), undefined === input.limit || "number" === typeof input.limit && (Math.floor(input.limit) === input.limit && 0 <= input.limit && input.limit <= 4294967295 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Type<\"uint32\">",
            value: input.limit
        })) && (1 <= input.limit || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Minimum<1>",
            value: input.limit
        })) && (input.limit <= 500 || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "number & Maximum<500>",
            value: input.limit
        })) || _report(_exceptionable, {
            path: _path + ".limit",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<500>) | undefined)",
            value: input.limit
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["Usage"] => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["Usage"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "UseFilter & PageQuery",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "UseFilter & PageQuery",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["Usage"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            type: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("type")) ?? undefined,
            plugin: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("plugin")) ?? undefined,
            model: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("model")) ?? undefined,
            from: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("from")) ?? undefined,
            to: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("to")) ?? undefined,
            days: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("days")) ?? undefined,
            before: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("before")) ?? undefined,
            limit: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("limit")) ?? undefined
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["Usage"]>> => __validate(__decode(input)); })(),
    UsageSummary: (() => { const _io0 = (input: any): boolean => (undefined === input.type || "ai" === input.type || "search" === input.type || "credentials" === input.type) && (undefined === input.plugin || "string" === typeof input.plugin && input.plugin.length <= 64) && (undefined === input.model || "string" === typeof input.model && input.model.length <= 200) && (undefined === input.from || "string" === typeof input.from && /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.from)) && (undefined === input.to || "string" === typeof input.to && /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.to)) && (undefined === input.days || "number" === typeof input.days && (Math.floor(input.days) === input.days && 0 <= input.days && input.days <= 4294967295 && 1 <= input.days && input.days <= 3660)) && ("day" === input.by || "model" === input.by || "plugin" === input.by); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.type || "ai" === input.type || "search" === input.type || "credentials" === input.type || _report(_exceptionable, {
            path: _path + ".type",
            expected: "(\"ai\" | \"credentials\" | \"search\" | undefined)",
            value: input.type
        }), undefined === input.plugin || "string" === typeof input.plugin && (input.plugin.length <= 64 || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "string & MaxLength<64>",
            value: input.plugin
        })) || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "((string & MaxLength<64>) | undefined)",
            value: input.plugin
        }), undefined === input.model || "string" === typeof input.model && (input.model.length <= 200 || _report(_exceptionable, {
            path: _path + ".model",
            expected: "string & MaxLength<200>",
            value: input.model
        })) || _report(_exceptionable, {
            path: _path + ".model",
            expected: "((string & MaxLength<200>) | undefined)",
            value: input.model
        }), undefined === input.from || "string" === typeof input.from && (/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.from) || _report(_exceptionable, {
            path: _path + ".from",
            expected: "string & Format<\"date\">",
            value: input.from
        })) || _report(_exceptionable, {
            path: _path + ".from",
            expected: "((string & Format<\"date\">) | undefined)",
            value: input.from
        }), undefined === input.to || "string" === typeof input.to && (/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.to) || _report(_exceptionable, {
            path: _path + ".to",
            expected: "string & Format<\"date\">",
            value: input.to
        })) || _report(_exceptionable, {
            path: _path + ".to",
            expected: "((string & Format<\"date\">) | undefined)",
            value: input.to
        }), undefined === input.days || "number" === typeof input.days && (Math.floor(input.days) === input.days && 0 <= input.days && input.days <= 4294967295 || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Type<\"uint32\">",
            value: input.days
        })) && (1 <= input.days || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Minimum<1>",
            value: input.days
        })) && (input.days <= 3660 || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Maximum<3660>",
            value: input.days
        })) || _report(_exceptionable, {
            path: _path + ".days",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<3660>) | undefined)",
            value: input.days
        }), "day" === input.by || "model" === input.by || "plugin" === input.by || _report(_exceptionable, {
            path: _path + ".by",
            expected: "(\"day\" | \"model\" | \"plugin\")",
            value: input.by
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["UsageSummary"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["UsageSummary"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "UseFilter & { by: \"day\" | \"model\" | \"plugin\"; }",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "UseFilter & { by: \"day\" | \"model\" | \"plugin\"; }",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["UsageSummary"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            type: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("type")) ?? undefined,
            plugin: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("plugin")) ?? undefined,
            model: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("model")) ?? undefined,
            from: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("from")) ?? undefined,
            to: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("to")) ?? undefined,
            days: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("days")) ?? undefined,
            by: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("by"))
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["UsageSummary"]>> => __validate(__decode(input)); })(),
    UsageOfAll: (() => { const _io0 = (input: any): boolean => (undefined === input.type || "ai" === input.type || "search" === input.type || "credentials" === input.type) && (undefined === input.plugin || "string" === typeof input.plugin && input.plugin.length <= 64) && (undefined === input.model || "string" === typeof input.model && input.model.length <= 200) && (undefined === input.from || "string" === typeof input.from && /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.from)) && (undefined === input.to || "string" === typeof input.to && /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.to)) && (undefined === input.days || "number" === typeof input.days && (Math.floor(input.days) === input.days && 0 <= input.days && input.days <= 4294967295 && 1 <= input.days && input.days <= 3660)) && ("user" === input.by || "day" === input.by || "model" === input.by || "plugin" === input.by); const _vo0 = (input: any, _path: string, _exceptionable: boolean = true): boolean => [undefined === input.type || "ai" === input.type || "search" === input.type || "credentials" === input.type || _report(_exceptionable, {
            path: _path + ".type",
            expected: "(\"ai\" | \"credentials\" | \"search\" | undefined)",
            value: input.type
        }), undefined === input.plugin || "string" === typeof input.plugin && (input.plugin.length <= 64 || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "string & MaxLength<64>",
            value: input.plugin
        })) || _report(_exceptionable, {
            path: _path + ".plugin",
            expected: "((string & MaxLength<64>) | undefined)",
            value: input.plugin
        }), undefined === input.model || "string" === typeof input.model && (input.model.length <= 200 || _report(_exceptionable, {
            path: _path + ".model",
            expected: "string & MaxLength<200>",
            value: input.model
        })) || _report(_exceptionable, {
            path: _path + ".model",
            expected: "((string & MaxLength<200>) | undefined)",
            value: input.model
        }), undefined === input.from || "string" === typeof input.from && (/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.from) || _report(_exceptionable, {
            path: _path + ".from",
            expected: "string & Format<\"date\">",
            value: input.from
        })) || _report(_exceptionable, {
            path: _path + ".from",
            expected: "((string & Format<\"date\">) | undefined)",
            value: input.from
        }), undefined === input.to || "string" === typeof input.to && (/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(input.to) || _report(_exceptionable, {
            path: _path + ".to",
            expected: "string & Format<\"date\">",
            value: input.to
        })) || _report(_exceptionable, {
            path: _path + ".to",
            expected: "((string & Format<\"date\">) | undefined)",
            value: input.to
        }), undefined === input.days || "number" === typeof input.days && (Math.floor(input.days) === input.days && 0 <= input.days && input.days <= 4294967295 || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Type<\"uint32\">",
            value: input.days
        })) && (1 <= input.days || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Minimum<1>",
            value: input.days
        })) && (input.days <= 3660 || _report(_exceptionable, {
            path: _path + ".days",
            expected: "number & Maximum<3660>",
            value: input.days
        })) || _report(_exceptionable, {
            path: _path + ".days",
            expected: "((number & Type<\"uint32\"> & Minimum<1> & Maximum<3660>) | undefined)",
            value: input.days
        }), "user" === input.by || "day" === input.by || "model" === input.by || "plugin" === input.by || _report(_exceptionable, {
            path: _path + ".by",
            expected: "(\"day\" | \"model\" | \"plugin\" | \"user\")",
            value: input.by
        })].every((flag: boolean) => flag); const __is = (input: any): input is Queries["UsageOfAll"] => "object" === typeof input && null !== input && _io0(input); let errors: any; let _report: any; const __validate = (input: any): import("typia").IValidation<Queries["UsageOfAll"]> => {
        if (false === __is(input)) {
            errors = [];
            _report = (__typia_transform__validateReport._validateReport as any)(errors);
            ((input: any, _path: string, _exceptionable: boolean = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "UseFilter & { by: \"user\" | \"day\" | \"model\" | \"plugin\"; }",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "UseFilter & { by: \"user\" | \"day\" | \"model\" | \"plugin\"; }",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            } as any;
        }
        return {
            success: true,
            data: input
        } as any;
    }; const __decode = (input: string | import("typia").IReadableURLSearchParams): import("typia").Resolved<Queries["UsageOfAll"]> => {
        input = __typia_transform__httpQueryParseURLSearchParams._httpQueryParseURLSearchParams(input) as import("typia").IReadableURLSearchParams;
        const output = {
            type: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("type")) ?? undefined,
            plugin: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("plugin")) ?? undefined,
            model: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("model")) ?? undefined,
            from: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("from")) ?? undefined,
            to: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("to")) ?? undefined,
            days: __typia_transform__httpQueryReadNumber._httpQueryReadNumber(input.get("days")) ?? undefined,
            by: __typia_transform__httpQueryReadString._httpQueryReadString(input.get("by"))
        };
        return output as any;
    }; return (input: string | import("typia").IReadableURLSearchParams): import("typia").IValidation<import("typia").Resolved<Queries["UsageOfAll"]>> => __validate(__decode(input)); })(),
};
/** The JSON Schemas of all types: components `Bodies`, `Queries`, `Answers` and what these refer to. */
export const schemas: {
    components: {
        schemas?: Record<string, object>;
    };
} = {
    version: "3.1",
    components: {
        schemas: {
            Bodies: {
                type: "object",
                properties: {
                    SignUp: {
                        type: "object",
                        properties: {
                            name: {
                                type: "string",
                                minLength: 1,
                                maxLength: 100
                            },
                            email: {
                                type: "string",
                                format: "email",
                                maxLength: 254
                            },
                            password: {
                                type: "string",
                                minLength: 10,
                                maxLength: 128
                            }
                        },
                        required: [
                            "name",
                            "email",
                            "password"
                        ]
                    },
                    SignIn: {
                        type: "object",
                        properties: {
                            email: {
                                type: "string",
                                maxLength: 254
                            },
                            password: {
                                type: "string",
                                maxLength: 128
                            },
                            rememberMe: {
                                type: "boolean",
                                description: "`false`: the browser deletes the cookie when the browser is closed."
                            }
                        },
                        required: [
                            "email",
                            "password"
                        ]
                    },
                    ChangePassword: {
                        type: "object",
                        properties: {
                            currentPassword: {
                                type: "string",
                                maxLength: 128
                            },
                            newPassword: {
                                type: "string",
                                minLength: 10,
                                maxLength: 128
                            },
                            revokeOtherSessions: {
                                type: "boolean",
                                description: "Ends all other sessions."
                            }
                        },
                        required: [
                            "currentPassword",
                            "newPassword"
                        ]
                    },
                    RequestPasswordReset: {
                        type: "object",
                        properties: {
                            email: {
                                type: "string",
                                maxLength: 254
                            }
                        },
                        required: [
                            "email"
                        ]
                    },
                    ResetPassword: {
                        type: "object",
                        properties: {
                            token: {
                                type: "string",
                                maxLength: 100
                            },
                            newPassword: {
                                type: "string",
                                minLength: 10,
                                maxLength: 128
                            }
                        },
                        required: [
                            "token",
                            "newPassword"
                        ]
                    },
                    SendVerificationEmail: {
                        type: "object",
                        properties: {
                            email: {
                                type: "string",
                                maxLength: 254
                            }
                        },
                        required: [
                            "email"
                        ]
                    },
                    VerifyEmail: {
                        type: "object",
                        properties: {
                            token: {
                                type: "string",
                                maxLength: 1000
                            }
                        },
                        required: [
                            "token"
                        ]
                    },
                    RevokeSession: {
                        type: "object",
                        properties: {
                            token: {
                                type: "string",
                                maxLength: 100
                            }
                        },
                        required: [
                            "token"
                        ]
                    },
                    SubmitPlugin: {
                        $ref: "#/components/schemas/NewSubmission"
                    },
                    UpdatePlugin: {
                        $ref: "#/components/schemas/SubmissionFields"
                    },
                    Trial: {
                        $ref: "#/components/schemas/TrialConversationcodestring"
                    },
                    Reason: {
                        type: "object",
                        properties: {
                            reason: {
                                type: "string",
                                minLength: 1,
                                maxLength: 2000
                            }
                        },
                        required: [
                            "reason"
                        ]
                    },
                    TakeDown: {
                        type: "object",
                        properties: {
                            reason: {
                                type: "string",
                                minLength: 1,
                                maxLength: 2000
                            },
                            ban_developer: {
                                type: "boolean",
                                description: "Whether to ban the developer too; `false` is for a plugin that breaks no rule."
                            }
                        },
                        required: [
                            "reason"
                        ]
                    },
                    Role: {
                        type: "object",
                        properties: {
                            role: {
                                oneOf: [
                                    {
                                        "const": "admin"
                                    },
                                    {
                                        "const": "user"
                                    }
                                ]
                            }
                        },
                        required: [
                            "role"
                        ]
                    },
                    BindBot: {
                        type: "object",
                        properties: {
                            platform: {
                                oneOf: [
                                    {
                                        "const": "wechat"
                                    },
                                    {
                                        "const": "feishu"
                                    },
                                    {
                                        "const": "wecom"
                                    },
                                    {
                                        "const": "dingtalk"
                                    },
                                    {
                                        "const": "telegram"
                                    }
                                ]
                            },
                            name: {
                                type: "string",
                                minLength: 1,
                                maxLength: 100
                            },
                            credentials: {
                                type: "object",
                                properties: {},
                                required: [],
                                description: "Values by the names of the platform's fields, which `GET /api/platforms` lists.",
                                additionalProperties: {
                                    type: "string"
                                }
                            },
                            transport: {
                                $ref: "#/components/schemas/Transport"
                            }
                        },
                        required: [
                            "platform",
                            "credentials"
                        ]
                    },
                    RebindBot: {
                        type: "object",
                        properties: {
                            credentials: {
                                type: "object",
                                properties: {},
                                required: [],
                                additionalProperties: {
                                    type: "string"
                                }
                            },
                            transport: {
                                $ref: "#/components/schemas/Transport"
                            }
                        },
                        required: [
                            "credentials"
                        ]
                    },
                    RenameBot: {
                        type: "object",
                        properties: {
                            name: {
                                type: "string",
                                minLength: 1,
                                maxLength: 100
                            }
                        },
                        required: [
                            "name"
                        ]
                    },
                    StartLogin: {
                        type: "object",
                        properties: {
                            platform: {
                                oneOf: [
                                    {
                                        "const": "wechat"
                                    },
                                    {
                                        "const": "feishu"
                                    },
                                    {
                                        "const": "wecom"
                                    },
                                    {
                                        "const": "dingtalk"
                                    },
                                    {
                                        "const": "telegram"
                                    }
                                ]
                            },
                            bot_id: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "The bot that gets the new session. Absent: the login binds a new bot."
                            }
                        },
                        required: [
                            "platform"
                        ]
                    },
                    LoginCode: {
                        type: "object",
                        properties: {
                            code: {
                                type: "string",
                                pattern: "^[0-9]{1,12}$",
                                description: "The digits that the phone shows."
                            }
                        },
                        required: [
                            "code"
                        ]
                    },
                    InstallPlugin: {
                        type: "object",
                        properties: {
                            plugin_id: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991
                            },
                            version_id: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "The version whose permissions the owner was shown, and consents to."
                            },
                            config: {
                                type: "object",
                                properties: {},
                                required: [],
                                description: "Settings by the keys of the plugin's `config_schema`.",
                                additionalProperties: {}
                            }
                        },
                        required: [
                            "plugin_id",
                            "version_id"
                        ]
                    },
                    ChangeInstallation: {
                        type: "object",
                        properties: {
                            enabled: {
                                type: "boolean"
                            },
                            priority: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "integer",
                                        minimum: 0,
                                        maximum: 1000
                                    }
                                ],
                                description: "`null`: the priority that the plugin declares."
                            },
                            config: {
                                type: "object",
                                properties: {},
                                required: [],
                                description: "Settings by key. Absent settings keep their values; `null` resets a setting to its default.",
                                additionalProperties: {}
                            }
                        },
                        required: []
                    },
                    UpgradeInstallation: {
                        type: "object",
                        properties: {
                            version_id: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "The version whose permissions the owner was shown, and consents to."
                            }
                        },
                        required: [
                            "version_id"
                        ]
                    },
                    PluginOrder: {
                        type: "object",
                        properties: {
                            order: {
                                type: "array",
                                items: {
                                    type: "number"
                                },
                                maxItems: 1000,
                                description: "The ids of all plugins of the bot, in the order in which they are to run."
                            }
                        },
                        required: [
                            "order"
                        ]
                    },
                    DryRunMessage: {
                        type: "object",
                        properties: {
                            text: {
                                type: "string",
                                minLength: 1,
                                maxLength: 4000,
                                description: "The text of the message that the plugins handle."
                            }
                        },
                        required: [
                            "text"
                        ]
                    },
                    AddCredentials: {
                        type: "object",
                        properties: {
                            platform: {
                                $ref: "#/components/schemas/CredentialsPlatform"
                            },
                            name: {
                                type: "string",
                                minLength: 1,
                                maxLength: 100
                            },
                            credentials: {
                                type: "object",
                                properties: {},
                                required: [],
                                description: "Values by the names of the platform's fields, which `GET /api/platforms` lists.",
                                additionalProperties: {
                                    type: "string"
                                }
                            },
                            is_default: {
                                type: "boolean"
                            }
                        },
                        required: [
                            "platform",
                            "credentials"
                        ]
                    },
                    ChangeCredentials: {
                        type: "object",
                        properties: {
                            name: {
                                type: "string",
                                minLength: 1,
                                maxLength: 100
                            },
                            is_default: {
                                type: "boolean"
                            },
                            credentials: {
                                type: "object",
                                properties: {},
                                required: [],
                                description: "All values; they replace the stored ones.",
                                additionalProperties: {
                                    type: "string"
                                }
                            }
                        },
                        required: []
                    },
                    LibraryTrial: {
                        $ref: "#/components/schemas/TrialConversation"
                    },
                    AskFreeModel: {
                        type: "object",
                        properties: {
                            model: {
                                type: "string",
                                description: "A model that `GET /api/plugins/free-models` lists."
                            },
                            messages: {
                                type: "array",
                                items: {
                                    type: "object",
                                    properties: {
                                        role: {
                                            oneOf: [
                                                {
                                                    "const": "user"
                                                },
                                                {
                                                    "const": "system"
                                                },
                                                {
                                                    "const": "assistant"
                                                }
                                            ]
                                        },
                                        content: {
                                            type: "string"
                                        }
                                    },
                                    required: [
                                        "role",
                                        "content"
                                    ]
                                },
                                minItems: 1,
                                description: "Only the last 10 messages are used; their contents have at most 4000 Unicode code points in total.\nThe contents of messages with the role `system` are put before the first user message."
                            },
                            max_tokens: {
                                type: "number",
                                description: "Values outside of 1 to 2000 are clamped."
                            },
                            temperature: {
                                type: "number",
                                description: "Values outside of 0 to 1.5 are clamped."
                            }
                        },
                        required: [
                            "messages"
                        ]
                    },
                    ListModelNames: {
                        type: "object",
                        properties: {
                            api_base_url: {
                                type: "string",
                                maxLength: 2000,
                                description: "The base URL of an OpenAI-compatible API, with its version; a public HTTPS address."
                            },
                            api_key: {
                                type: "string",
                                maxLength: 4096,
                                description: "The key of this API, neither stored nor logged. An empty key is not sent."
                            }
                        },
                        required: [
                            "api_base_url",
                            "api_key"
                        ]
                    },
                    NewModelProvider: {
                        $ref: "#/components/schemas/ModelProviderFieldsRequiredPickModelProviderFieldsnamebase_url"
                    },
                    ModelProviderChanges: {
                        $ref: "#/components/schemas/ModelProviderFields"
                    },
                    NewModel: {
                        $ref: "#/components/schemas/ModelFieldsRequiredPickModelFieldsmodel_nameprovider"
                    },
                    ModelChanges: {
                        $ref: "#/components/schemas/ModelFields"
                    },
                    SettingsChanges: {
                        type: "object",
                        properties: {
                            free_images_per_day: {
                                type: "integer",
                                minimum: 0,
                                description: "The number of images that each account may generate per day without cost."
                            },
                            default_model: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "string",
                                        maxLength: 128
                                    }
                                ],
                                description: "The model that ai-proxy uses if a request names none; `null`: the first free chat model."
                            },
                            journal_days: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "integer",
                                        minimum: 0
                                    }
                                ],
                                description: "Days after which journals of runs are deleted; `null`: the number with which the host was started.\nA change applies from the next deletion on, which runs every hour."
                            },
                            search_providers: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/SearchProviderFields"
                                },
                                maxItems: 50,
                                description: "All search engines, in the order in which the host queries them. An engine that is not in the list is deleted."
                            }
                        },
                        required: []
                    },
                    Limits: {
                        type: "object",
                        properties: {
                            limits: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/NewLimit"
                                },
                                maxItems: 200
                            }
                        },
                        required: [
                            "limits"
                        ]
                    },
                    CreditWarning: {
                        type: "object",
                        properties: {
                            warn_below: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "number"
                                    }
                                ],
                                description: "The host warns the owner when the balance falls below this number of credits; `null`: no warning."
                            }
                        },
                        required: [
                            "warn_below"
                        ]
                    },
                    TopUp: {
                        type: "object",
                        properties: {
                            credits: {
                                type: "integer",
                                minimum: 1,
                                maximum: 1000000000
                            },
                            idempotency_key: {
                                type: "string",
                                minLength: 1,
                                maxLength: 128,
                                description: "Requests with the same key for the same account add the credits only once."
                            },
                            note: {
                                type: "string",
                                maxLength: 500,
                                description: "A text that the owner of the account sees."
                            }
                        },
                        required: [
                            "credits",
                            "idempotency_key"
                        ]
                    },
                    DeleteAccount: {
                        type: "object",
                        properties: {
                            password: {
                                type: "string",
                                maxLength: 128,
                                description: "The account's password."
                            }
                        },
                        required: [
                            "password"
                        ]
                    },
                    NewStorageValue: {
                        type: "object",
                        properties: {
                            plugin_slug: {
                                type: "string",
                                pattern: "^[a-z0-9-]{2,64}$"
                            },
                            key: {
                                type: "string",
                                minLength: 1,
                                maxLength: 256
                            },
                            json: {
                                type: "string",
                                description: "The value as JSON text."
                            }
                        },
                        required: [
                            "plugin_slug",
                            "key",
                            "json"
                        ]
                    },
                    StorageChange: {
                        type: "object",
                        properties: {
                            json: {
                                type: "string",
                                description: "The value as JSON text."
                            },
                            revision: {
                                type: "string",
                                maxLength: 64,
                                description: "The revision of the value that was read. If a plugin has changed the value since, the change is refused."
                            }
                        },
                        required: [
                            "json"
                        ]
                    },
                    RollBack: {
                        type: "object",
                        properties: {
                            consent: {
                                type: "boolean",
                                description: "Whether the owner has seen the version's permissions and consents to them.\nRequired if the version requests more permissions than the owner has consented to."
                            },
                            version_id: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "The version that the owner was shown, to which the bot is to return.\nIf the bot would return to another version, as it would when the request is sent twice, the answer is\nVERSION_CHANGED. Absent: the version that was approved before the bot's own."
                            }
                        },
                        required: []
                    }
                },
                required: [
                    "SignUp",
                    "SignIn",
                    "ChangePassword",
                    "RequestPasswordReset",
                    "ResetPassword",
                    "SendVerificationEmail",
                    "VerifyEmail",
                    "RevokeSession",
                    "SubmitPlugin",
                    "UpdatePlugin",
                    "Trial",
                    "Reason",
                    "TakeDown",
                    "Role",
                    "BindBot",
                    "RebindBot",
                    "RenameBot",
                    "StartLogin",
                    "LoginCode",
                    "InstallPlugin",
                    "ChangeInstallation",
                    "UpgradeInstallation",
                    "PluginOrder",
                    "DryRunMessage",
                    "AddCredentials",
                    "ChangeCredentials",
                    "LibraryTrial",
                    "AskFreeModel",
                    "ListModelNames",
                    "NewModelProvider",
                    "ModelProviderChanges",
                    "NewModel",
                    "ModelChanges",
                    "SettingsChanges",
                    "Limits",
                    "CreditWarning",
                    "TopUp",
                    "DeleteAccount",
                    "NewStorageValue",
                    "StorageChange",
                    "RollBack"
                ],
                description: "The bodies of requests."
            },
            NewSubmission: {
                type: "object",
                properties: {
                    slug: {
                        type: "string",
                        pattern: "^[a-z0-9-]{2,64}$"
                    },
                    name: {
                        type: "string",
                        minLength: 1,
                        maxLength: 200
                    },
                    code: {
                        type: "string"
                    },
                    description: {
                        type: "string",
                        maxLength: 1000
                    },
                    icon: {
                        type: "string",
                        maxLength: 32,
                        description: "An emoji."
                    },
                    category: {
                        oneOf: [
                            {
                                "const": ""
                            },
                            {
                                "const": "message"
                            },
                            {
                                "const": "utility"
                            },
                            {
                                "const": "fun"
                            },
                            {
                                "const": "game"
                            },
                            {
                                "const": "content"
                            },
                            {
                                "const": "command"
                            },
                            {
                                "const": "scheduled"
                            }
                        ],
                        description: "`\"\"`: the category that the file declares."
                    },
                    version: {
                        type: "string",
                        maxLength: 64
                    },
                    config_schema: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/ConfigSchemaItem"
                        },
                        maxItems: 100
                    },
                    triggers: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        maxItems: 200
                    },
                    readme: {
                        type: "string",
                        maxLength: 100000,
                        description: "Markdown."
                    },
                    repository_url: {
                        type: "string",
                        maxLength: 500
                    }
                },
                required: [
                    "slug",
                    "name",
                    "code"
                ],
                description: "A new plugin as its developer submits it: the specification's submission record."
            },
            ConfigSchemaItem: {
                type: "object",
                properties: {
                    key: {
                        type: "string",
                        maxLength: 100,
                        description: "Name of the value in `config`."
                    },
                    label: {
                        type: "string",
                        maxLength: 1000
                    },
                    type: {
                        $ref: "#/components/schemas/ConfigFieldType"
                    },
                    placeholder: {
                        type: "string",
                        maxLength: 1000
                    },
                    "default": {
                        description: "Any value; for a `password` no list or object, and at most 1000 characters. All defaults together have at most\n65,538 characters as JSON."
                    },
                    options: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/ConfigOption"
                        },
                        maxItems: 200,
                        description: "For `select`."
                    }
                },
                required: [
                    "key",
                    "label",
                    "type"
                ],
                description: "One setting of a plugin. Values of type `password` are stored encrypted."
            },
            ConfigFieldType: {
                oneOf: [
                    {
                        "const": "number"
                    },
                    {
                        "const": "boolean"
                    },
                    {
                        "const": "text"
                    },
                    {
                        "const": "password"
                    },
                    {
                        "const": "textarea"
                    },
                    {
                        "const": "select"
                    }
                ],
                description: "The types of form fields."
            },
            ConfigOption: {
                type: "object",
                properties: {
                    value: {
                        oneOf: [
                            {
                                type: "string",
                                maxLength: 1000
                            },
                            {
                                type: "number"
                            },
                            {
                                type: "boolean"
                            }
                        ]
                    },
                    label: {
                        type: "string",
                        maxLength: 200
                    }
                },
                required: [
                    "value",
                    "label"
                ],
                description: "One choice of a setting of type `select`."
            },
            SubmissionFields: {
                type: "object",
                properties: {
                    name: {
                        type: "string",
                        minLength: 1,
                        maxLength: 200
                    },
                    description: {
                        type: "string",
                        maxLength: 1000
                    },
                    icon: {
                        type: "string",
                        maxLength: 32,
                        description: "An emoji."
                    },
                    category: {
                        oneOf: [
                            {
                                "const": ""
                            },
                            {
                                "const": "message"
                            },
                            {
                                "const": "utility"
                            },
                            {
                                "const": "fun"
                            },
                            {
                                "const": "game"
                            },
                            {
                                "const": "content"
                            },
                            {
                                "const": "command"
                            },
                            {
                                "const": "scheduled"
                            }
                        ],
                        description: "`\"\"`: the category that the file declares."
                    },
                    version: {
                        type: "string",
                        maxLength: 64
                    },
                    config_schema: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/ConfigSchemaItem"
                        },
                        maxItems: 100
                    },
                    triggers: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        maxItems: 200
                    },
                    code: {
                        type: "string",
                        description: "The plugin file, at most 256 KiB."
                    },
                    readme: {
                        type: "string",
                        maxLength: 100000,
                        description: "Markdown."
                    },
                    repository_url: {
                        type: "string",
                        maxLength: 500
                    }
                },
                required: [],
                description: "The fields of a submission, without the slug."
            },
            TrialConversationcodestring: {
                type: "object",
                properties: {
                    messages: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        minItems: 1,
                        maxItems: 20,
                        description: "The texts that the person sends, in order; each has 1 to 4000 characters."
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ]
                    },
                    config: {
                        type: "object",
                        properties: {},
                        required: [],
                        description: "Settings by key. Absent settings have their defaults.",
                        additionalProperties: {
                            oneOf: [
                                {
                                    type: "string"
                                },
                                {
                                    type: "number"
                                },
                                {
                                    type: "boolean"
                                }
                            ]
                        }
                    },
                    code: {
                        type: "string",
                        description: "The plugin file, at most 256 KiB."
                    }
                },
                required: [
                    "messages",
                    "code"
                ]
            },
            Transport: {
                oneOf: [
                    {
                        "const": "long-polling"
                    },
                    {
                        "const": "long-connection"
                    },
                    {
                        "const": "callback"
                    }
                ],
                description: "How a bot receives messages: it sends requests that the platform holds open (`\"long-polling\"`), it opens a socket\n(`\"long-connection\"`), or the platform calls a public URL of the host (`\"callback\"`)."
            },
            CredentialsPlatform: {
                oneOf: [
                    {
                        "const": "feishu"
                    },
                    {
                        "const": "wecom"
                    },
                    {
                        "const": "dingtalk"
                    }
                ],
                description: "A platform whose credentials plugins can read."
            },
            TrialConversation: {
                type: "object",
                properties: {
                    messages: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        minItems: 1,
                        maxItems: 20,
                        description: "The texts that the person sends, in order; each has 1 to 4000 characters."
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ]
                    },
                    config: {
                        type: "object",
                        properties: {},
                        required: [],
                        description: "Settings by key. Absent settings have their defaults.",
                        additionalProperties: {
                            oneOf: [
                                {
                                    type: "string"
                                },
                                {
                                    type: "number"
                                },
                                {
                                    type: "boolean"
                                }
                            ]
                        }
                    }
                },
                required: [
                    "messages"
                ],
                description: "The conversation of a trial: one person writes to a plugin."
            },
            ModelProviderFieldsRequiredPickModelProviderFieldsnamebase_url: {
                type: "object",
                properties: {
                    name: {
                        type: "string",
                        maxLength: 128,
                        description: "Unique; models refer to their provider by this name."
                    },
                    base_url: {
                        type: "string",
                        maxLength: 2000,
                        description: "The base URL of an OpenAI-compatible API, with its version; it may be in the host's own network."
                    },
                    api_key: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string",
                                maxLength: 4096
                            }
                        ],
                        description: "Stored sealed, and never returned. Absent: the stored key stays; `null` removes it."
                    }
                },
                required: [
                    "name",
                    "base_url"
                ]
            },
            ModelProviderFields: {
                type: "object",
                properties: {
                    name: {
                        type: "string",
                        maxLength: 128,
                        description: "Unique; models refer to their provider by this name."
                    },
                    base_url: {
                        type: "string",
                        maxLength: 2000,
                        description: "The base URL of an OpenAI-compatible API, with its version; it may be in the host's own network."
                    },
                    api_key: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string",
                                maxLength: 4096
                            }
                        ],
                        description: "Stored sealed, and never returned. Absent: the stored key stays; `null` removes it."
                    }
                },
                required: [],
                description: "The fields of a model provider that administrators set."
            },
            ModelFieldsRequiredPickModelFieldsmodel_nameprovider: {
                type: "object",
                properties: {
                    model_name: {
                        type: "string",
                        maxLength: 128,
                        description: "Unique; plugins call it by this name."
                    },
                    display_name: {
                        type: "string",
                        maxLength: 100
                    },
                    brand: {
                        type: "string",
                        maxLength: 100
                    },
                    provider: {
                        type: "string",
                        maxLength: 128,
                        description: "The name of its provider."
                    },
                    provider_model: {
                        type: "string",
                        maxLength: 128,
                        description: "The model's name at the provider."
                    },
                    category: {
                        $ref: "#/components/schemas/AIModelCategory"
                    },
                    input_price: {
                        oneOf: [
                            {
                                type: "string"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "USD per million tokens; for image models per thousand images. Write decimals as texts: \"0.07\"."
                    },
                    output_price: {
                        oneOf: [
                            {
                                type: "string"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "USD per million tokens."
                    },
                    cost_multiplier: {
                        oneOf: [
                            {
                                type: "string"
                            },
                            {
                                type: "number"
                            }
                        ]
                    },
                    is_free: {
                        type: "boolean"
                    },
                    enabled: {
                        type: "boolean",
                        description: "Whether plugins can list and call the model."
                    },
                    order: {
                        type: "integer",
                        minimum: 0,
                        description: "The model's position in lists, in ascending order."
                    }
                },
                required: [
                    "model_name",
                    "provider"
                ]
            },
            AIModelCategory: {
                oneOf: [
                    {
                        "const": "chat"
                    },
                    {
                        "const": "vision"
                    },
                    {
                        "const": "image"
                    }
                ],
                description: "The purpose of a model."
            },
            ModelFields: {
                type: "object",
                properties: {
                    model_name: {
                        type: "string",
                        maxLength: 128,
                        description: "Unique; plugins call it by this name."
                    },
                    display_name: {
                        type: "string",
                        maxLength: 100
                    },
                    brand: {
                        type: "string",
                        maxLength: 100
                    },
                    provider: {
                        type: "string",
                        maxLength: 128,
                        description: "The name of its provider."
                    },
                    provider_model: {
                        type: "string",
                        maxLength: 128,
                        description: "The model's name at the provider."
                    },
                    category: {
                        $ref: "#/components/schemas/AIModelCategory"
                    },
                    input_price: {
                        oneOf: [
                            {
                                type: "string"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "USD per million tokens; for image models per thousand images. Write decimals as texts: \"0.07\"."
                    },
                    output_price: {
                        oneOf: [
                            {
                                type: "string"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "USD per million tokens."
                    },
                    cost_multiplier: {
                        oneOf: [
                            {
                                type: "string"
                            },
                            {
                                type: "number"
                            }
                        ]
                    },
                    is_free: {
                        type: "boolean"
                    },
                    enabled: {
                        type: "boolean",
                        description: "Whether plugins can list and call the model."
                    },
                    order: {
                        type: "integer",
                        minimum: 0,
                        description: "The model's position in lists, in ascending order."
                    }
                },
                required: [],
                description: "The fields of a model that administrators set."
            },
            SearchProviderFields: {
                type: "object",
                properties: {
                    id: {
                        type: "integer",
                        minimum: 0,
                        maximum: 9007199254740991,
                        description: "The id of an existing engine, whose absent fields keep their values. Absent: a new engine."
                    },
                    type: {
                        oneOf: [
                            {
                                "const": "searxng"
                            },
                            {
                                "const": "brave"
                            },
                            {
                                "const": "tavily"
                            },
                            {
                                "const": "duckduckgo"
                            }
                        ]
                    },
                    name: {
                        type: "string",
                        maxLength: 128,
                        description: "Unique; the `source` of its results."
                    },
                    base_url: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string",
                                maxLength: 2000
                            }
                        ],
                        description: "Required for SearXNG. `null`: the address of the public service."
                    },
                    api_key: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string",
                                maxLength: 4096
                            }
                        ],
                        description: "Required for Brave and Tavily. Stored sealed, and never returned."
                    },
                    enabled: {
                        type: "boolean"
                    }
                },
                required: [
                    "type"
                ],
                description: "A search engine as an administrator enters it."
            },
            NewLimit: {
                type: "object",
                properties: {
                    plugin_slug: {
                        type: "string",
                        pattern: "^[a-z0-9-]{2,64}$",
                        description: "The plugin that the limit applies to. Absent: all plugins of the account together."
                    },
                    period: {
                        oneOf: [
                            {
                                "const": "day"
                            },
                            {
                                "const": "month"
                            }
                        ]
                    },
                    credits: {
                        type: "integer",
                        minimum: 0,
                        maximum: 1000000000
                    }
                },
                required: [
                    "period",
                    "credits"
                ],
                description: "The most credits that an account may spend in each calendar day or month, in the host's time zone."
            },
            Queries: {
                type: "object",
                properties: {
                    ReviewedVersion: {
                        type: "object",
                        properties: {
                            version_id: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "The `version_id` of the review that the administrator has read.\nIf another version was submitted since, the answer is VERSION_CHANGED. Without `version_id` and `sha256`,\nthe decision applies to whichever version waits now."
                            },
                            sha256: {
                                type: "string",
                                pattern: "^[0-9a-f]{64}$",
                                description: "The SHA-256 of the code that the administrator has read.\nA submission that changes only settings, triggers or the name has the same hash."
                            }
                        },
                        required: []
                    },
                    ReviewList: {
                        type: "object",
                        properties: {
                            after: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "`next` of the previous page."
                            },
                            limit: {
                                type: "integer",
                                minimum: 1,
                                maximum: 500
                            }
                        },
                        required: []
                    },
                    UserList: {
                        type: "object",
                        properties: {
                            before: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "`next` of the previous page: lists users with a lower id."
                            },
                            limit: {
                                type: "integer",
                                minimum: 1,
                                maximum: 500
                            },
                            text: {
                                type: "string",
                                maxLength: 200,
                                description: "Part of a name or e-mail address, or an id such as `#7`."
                            }
                        },
                        required: []
                    },
                    PluginConflicts: {
                        type: "object",
                        properties: {
                            plugin_id: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "A plugin that is not installed yet, which the report includes."
                            },
                            text: {
                                type: "string",
                                maxLength: 1000,
                                description: "A text for which the report says which plugins react to it."
                            }
                        },
                        required: []
                    },
                    LibrarySearch: {
                        type: "object",
                        properties: {
                            text: {
                                type: "string",
                                maxLength: 200,
                                description: "Part of the name, the description, the slug or a trigger."
                            },
                            category: {
                                $ref: "#/components/schemas/PluginCategory"
                            },
                            order: {
                                oneOf: [
                                    {
                                        "const": "installs"
                                    },
                                    {
                                        "const": "new"
                                    }
                                ]
                            },
                            after: {
                                type: "string",
                                maxLength: 40,
                                description: "`next` of the page before."
                            },
                            limit: {
                                type: "integer",
                                minimum: 1,
                                maximum: 200
                            }
                        },
                        required: []
                    },
                    SearchLogs: {
                        type: "object",
                        properties: {
                            before: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "The id of the previous page's last search: lists searches with a lower id."
                            },
                            limit: {
                                type: "integer",
                                minimum: 1,
                                maximum: 500
                            }
                        },
                        required: []
                    },
                    CreditMovements: {
                        $ref: "#/components/schemas/PageQuery"
                    },
                    Usage: {
                        $ref: "#/components/schemas/UseFilterPageQuery"
                    },
                    UsageSummary: {
                        $ref: "#/components/schemas/UseFilterbydaymodelplugin"
                    },
                    UsageOfAll: {
                        $ref: "#/components/schemas/UseFilterbyuserdaymodelplugin"
                    },
                    StorageListing: {
                        type: "object",
                        properties: {
                            text: {
                                type: "string",
                                maxLength: 256,
                                description: "Part of the key."
                            },
                            before: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "`next` of the previous page: lists values with a lower id."
                            },
                            limit: {
                                type: "integer",
                                minimum: 1,
                                maximum: 500
                            },
                            plugin: {
                                type: "string",
                                maxLength: 64
                            }
                        },
                        required: [
                            "plugin"
                        ]
                    },
                    StorageOfPlugin: {
                        type: "object",
                        properties: {
                            plugin: {
                                type: "string",
                                maxLength: 64
                            }
                        },
                        required: [
                            "plugin"
                        ]
                    },
                    MessageList: {
                        $ref: "#/components/schemas/Pagingbot_idnumberchatstringstateMessageStatepluginstringtextstring"
                    },
                    SetAsideList: {
                        $ref: "#/components/schemas/Paging"
                    },
                    RunOfMessage: {
                        type: "object",
                        properties: {
                            plugin: {
                                type: "string",
                                maxLength: 64,
                                description: "The plugin's slug."
                            }
                        },
                        required: [
                            "plugin"
                        ]
                    },
                    PublishedVersion: {
                        type: "object",
                        properties: {
                            version_id: {
                                type: "integer",
                                minimum: 0,
                                maximum: 9007199254740991,
                                description: "The published version that the roll-back is to replace.\nIf another version is published, as it is when the request is sent twice, the answer is VERSION_CHANGED.\nAbsent: whichever version is published."
                            }
                        },
                        required: []
                    }
                },
                required: [
                    "ReviewedVersion",
                    "ReviewList",
                    "UserList",
                    "PluginConflicts",
                    "LibrarySearch",
                    "SearchLogs",
                    "CreditMovements",
                    "Usage",
                    "UsageSummary",
                    "UsageOfAll",
                    "StorageListing",
                    "StorageOfPlugin",
                    "MessageList",
                    "SetAsideList",
                    "RunOfMessage",
                    "PublishedVersion"
                ],
                description: "The queries of requests after parsing: numbers are of type `number`."
            },
            PluginCategory: {
                oneOf: [
                    {
                        "const": "message"
                    },
                    {
                        "const": "utility"
                    },
                    {
                        "const": "fun"
                    },
                    {
                        "const": "game"
                    },
                    {
                        "const": "content"
                    },
                    {
                        "const": "command"
                    },
                    {
                        "const": "scheduled"
                    }
                ],
                description: "The categories of `meta` and of the submission form."
            },
            PageQuery: {
                type: "object",
                properties: {
                    before: {
                        type: "integer",
                        minimum: 0,
                        maximum: 9007199254740991,
                        description: "`next` of the previous page: lists items with a lower id."
                    },
                    limit: {
                        type: "integer",
                        minimum: 1,
                        maximum: 500
                    }
                },
                required: [],
                description: "The cursor and the length of a page."
            },
            UseFilterPageQuery: {
                type: "object",
                properties: {
                    type: {
                        oneOf: [
                            {
                                "const": "ai"
                            },
                            {
                                "const": "search"
                            },
                            {
                                "const": "credentials"
                            }
                        ]
                    },
                    plugin: {
                        type: "string",
                        maxLength: 64
                    },
                    model: {
                        type: "string",
                        maxLength: 200
                    },
                    from: {
                        type: "string",
                        format: "date",
                        description: "The first day, in the host's time zone."
                    },
                    to: {
                        type: "string",
                        format: "date",
                        description: "The last day."
                    },
                    days: {
                        type: "integer",
                        minimum: 1,
                        maximum: 3660,
                        description: "The number of days up to and including today, in the host's time zone."
                    },
                    before: {
                        type: "integer",
                        minimum: 0,
                        maximum: 9007199254740991,
                        description: "`next` of the previous page: lists items with a lower id."
                    },
                    limit: {
                        type: "integer",
                        minimum: 1,
                        maximum: 500
                    }
                },
                required: []
            },
            UseFilterbydaymodelplugin: {
                type: "object",
                properties: {
                    type: {
                        oneOf: [
                            {
                                "const": "ai"
                            },
                            {
                                "const": "search"
                            },
                            {
                                "const": "credentials"
                            }
                        ]
                    },
                    plugin: {
                        type: "string",
                        maxLength: 64
                    },
                    model: {
                        type: "string",
                        maxLength: 200
                    },
                    from: {
                        type: "string",
                        format: "date",
                        description: "The first day, in the host's time zone."
                    },
                    to: {
                        type: "string",
                        format: "date",
                        description: "The last day."
                    },
                    days: {
                        type: "integer",
                        minimum: 1,
                        maximum: 3660,
                        description: "The number of days up to and including today, in the host's time zone."
                    },
                    by: {
                        oneOf: [
                            {
                                "const": "day"
                            },
                            {
                                "const": "model"
                            },
                            {
                                "const": "plugin"
                            }
                        ]
                    }
                },
                required: [
                    "by"
                ]
            },
            UseFilterbyuserdaymodelplugin: {
                type: "object",
                properties: {
                    type: {
                        oneOf: [
                            {
                                "const": "ai"
                            },
                            {
                                "const": "search"
                            },
                            {
                                "const": "credentials"
                            }
                        ]
                    },
                    plugin: {
                        type: "string",
                        maxLength: 64
                    },
                    model: {
                        type: "string",
                        maxLength: 200
                    },
                    from: {
                        type: "string",
                        format: "date",
                        description: "The first day, in the host's time zone."
                    },
                    to: {
                        type: "string",
                        format: "date",
                        description: "The last day."
                    },
                    days: {
                        type: "integer",
                        minimum: 1,
                        maximum: 3660,
                        description: "The number of days up to and including today, in the host's time zone."
                    },
                    by: {
                        oneOf: [
                            {
                                "const": "user"
                            },
                            {
                                "const": "day"
                            },
                            {
                                "const": "model"
                            },
                            {
                                "const": "plugin"
                            }
                        ]
                    }
                },
                required: [
                    "by"
                ]
            },
            Pagingbot_idnumberchatstringstateMessageStatepluginstringtextstring: {
                type: "object",
                properties: {
                    before: {
                        type: "integer",
                        minimum: 0,
                        maximum: 9007199254740991,
                        description: "`next` of the previous page: lists messages with a lower id."
                    },
                    limit: {
                        type: "integer",
                        minimum: 1,
                        maximum: 200
                    },
                    bot_id: {
                        type: "integer",
                        minimum: 0,
                        maximum: 9007199254740991
                    },
                    chat: {
                        type: "string",
                        maxLength: 500,
                        description: "The person who wrote the messages, as in the `chat` of a message."
                    },
                    state: {
                        $ref: "#/components/schemas/MessageState"
                    },
                    plugin: {
                        type: "string",
                        maxLength: 64,
                        description: "The slug of a plugin that ran in the last attempt."
                    },
                    text: {
                        type: "string",
                        maxLength: 200,
                        description: "Part of the message's text."
                    }
                },
                required: []
            },
            MessageState: {
                oneOf: [
                    {
                        "const": "waiting"
                    },
                    {
                        "const": "done"
                    },
                    {
                        "const": "set_aside"
                    }
                ],
                description: "The state of a message: it waits for its turn or another attempt, was handled, or was set aside for an operator."
            },
            Paging: {
                type: "object",
                properties: {
                    before: {
                        type: "integer",
                        minimum: 0,
                        maximum: 9007199254740991,
                        description: "`next` of the previous page: lists messages with a lower id."
                    },
                    limit: {
                        type: "integer",
                        minimum: 1,
                        maximum: 200
                    }
                },
                required: [],
                description: "The cursor and the length of a page."
            },
            Answers: {
                type: "object",
                properties: {
                    Error: {
                        $ref: "#/components/schemas/ErrorBody"
                    },
                    Document: {
                        $ref: "#/components/schemas/object",
                        description: "An OpenAPI 3.1 document."
                    },
                    SignedIn: {
                        type: "object",
                        properties: {
                            user: {
                                $ref: "#/components/schemas/SessionUser"
                            }
                        },
                        required: [
                            "user"
                        ],
                        description: "The bearer token of the session is in the header `set-auth-token`."
                    },
                    SignedUp: {
                        type: "object",
                        properties: {
                            user: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        $ref: "#/components/schemas/SessionUser"
                                    }
                                ]
                            }
                        },
                        required: [
                            "user"
                        ],
                        description: "`null`: the user must first verify the e-mail address with the link in a mail.\nThe answer is the same for an address that has an account, so that it does not reveal who has one."
                    },
                    AuthSettings: {
                        type: "object",
                        properties: {
                            sign_up: {
                                type: "boolean",
                                description: "Whether visitors may sign up; `false`: only administrators add users."
                            }
                        },
                        required: [
                            "sign_up"
                        ],
                        description: "What a visitor may do."
                    },
                    Session: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "object",
                                properties: {
                                    user: {
                                        $ref: "#/components/schemas/SessionUser"
                                    },
                                    expires_at: {
                                        type: "string"
                                    }
                                },
                                required: [
                                    "user",
                                    "expires_at"
                                ]
                            }
                        ],
                        description: "`null`: not logged in."
                    },
                    Sessions: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    type: "object",
                                    properties: {
                                        token: {
                                            type: "string"
                                        },
                                        current: {
                                            type: "boolean",
                                            description: "Whether this request belongs to the session."
                                        },
                                        created_at: {
                                            type: "string"
                                        },
                                        expires_at: {
                                            type: "string"
                                        },
                                        ip_address: {
                                            oneOf: [
                                                {
                                                    type: "null"
                                                },
                                                {
                                                    type: "string"
                                                }
                                            ]
                                        },
                                        user_agent: {
                                            oneOf: [
                                                {
                                                    type: "null"
                                                },
                                                {
                                                    type: "string"
                                                }
                                            ]
                                        }
                                    },
                                    required: [
                                        "token",
                                        "current",
                                        "created_at",
                                        "expires_at",
                                        "ip_address",
                                        "user_agent"
                                    ]
                                }
                            }
                        },
                        required: [
                            "items"
                        ]
                    },
                    Done: {
                        type: "object",
                        properties: {
                            ok: {
                                "const": true
                            }
                        },
                        required: [
                            "ok"
                        ]
                    },
                    PluginRecord: {
                        $ref: "#/components/schemas/PluginRecord"
                    },
                    PluginRecords: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/PluginRecord"
                        }
                    },
                    OwnPlugin: {
                        $ref: "#/components/schemas/OwnPlugin"
                    },
                    TrialResult: {
                        $ref: "#/components/schemas/TrialResult"
                    },
                    ReviewQueue: {
                        $ref: "#/components/schemas/ReviewPage"
                    },
                    Review: {
                        $ref: "#/components/schemas/ReviewItem"
                    },
                    Health: {
                        $ref: "#/components/schemas/HealthReport"
                    },
                    User: {
                        $ref: "#/components/schemas/User"
                    },
                    Users: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/User"
                                }
                            },
                            next: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "number"
                                    }
                                ]
                            }
                        },
                        required: [
                            "items",
                            "next"
                        ]
                    },
                    ResetLink: {
                        type: "object",
                        properties: {
                            url: {
                                type: "string"
                            },
                            expires_at: {
                                type: "string"
                            }
                        },
                        required: [
                            "url",
                            "expires_at"
                        ]
                    },
                    Platforms: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/PlatformRecord"
                                }
                            },
                            simulated: {
                                type: "boolean",
                                description: "Whether the host simulates the platforms, as a demo does; their chats are then at `/playground/`."
                            }
                        },
                        required: [
                            "items",
                            "simulated"
                        ]
                    },
                    Bot: {
                        $ref: "#/components/schemas/BotRecord"
                    },
                    Bots: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/BotRecord"
                                }
                            }
                        },
                        required: [
                            "items"
                        ]
                    },
                    BoundBot: {
                        $ref: "#/components/schemas/BoundBot"
                    },
                    BotChange: {
                        $ref: "#/components/schemas/BotChange"
                    },
                    Login: {
                        $ref: "#/components/schemas/LoginRecord"
                    },
                    Installation: {
                        $ref: "#/components/schemas/InstallationRecord"
                    },
                    Installations: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/InstallationRecord"
                                }
                            }
                        },
                        required: [
                            "items"
                        ]
                    },
                    ConflictReport: {
                        $ref: "#/components/schemas/ConflictReport"
                    },
                    DryRun: {
                        $ref: "#/components/schemas/DryRun"
                    },
                    LibraryPage: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/LibraryItem"
                                }
                            },
                            next: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "string"
                                    }
                                ]
                            }
                        },
                        required: [
                            "items",
                            "next"
                        ]
                    },
                    LibraryPlugin: {
                        $ref: "#/components/schemas/LibraryPlugin"
                    },
                    LibraryCode: {
                        $ref: "#/components/schemas/LibraryCode"
                    },
                    LibraryVersions: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/LibraryVersion"
                                }
                            }
                        },
                        required: [
                            "items"
                        ]
                    },
                    Credentials: {
                        $ref: "#/components/schemas/CredentialsRecord"
                    },
                    CredentialsList: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/CredentialsRecord"
                                }
                            }
                        },
                        required: [
                            "items"
                        ]
                    },
                    FreeModels: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/FreeModel"
                        }
                    },
                    FreeAnswer: {
                        $ref: "#/components/schemas/AIProxyAnswer"
                    },
                    ModelNames: {
                        $ref: "#/components/schemas/ModelNamesAnswer"
                    },
                    PricedModels: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/PricedModel"
                                }
                            },
                            free_images_per_day: {
                                type: "number"
                            }
                        },
                        required: [
                            "items",
                            "free_images_per_day"
                        ],
                        description: "The models that plugins can call, in the order that the administrator has set."
                    },
                    ModelProvider: {
                        $ref: "#/components/schemas/ModelProviderRecord"
                    },
                    ModelProviders: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/ModelProviderRecord"
                                }
                            }
                        },
                        required: [
                            "items"
                        ]
                    },
                    Model: {
                        $ref: "#/components/schemas/ModelRecord"
                    },
                    Models: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/ModelRecord"
                                }
                            }
                        },
                        required: [
                            "items"
                        ]
                    },
                    Settings: {
                        $ref: "#/components/schemas/SettingsRecord"
                    },
                    SearchStats: {
                        $ref: "#/components/schemas/SearchStats"
                    },
                    SearchLogRecords: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/SearchLogRecord"
                        }
                    },
                    TriggerConflictReport: {
                        $ref: "#/components/schemas/TriggerConflictReport"
                    },
                    Credits: {
                        $ref: "#/components/schemas/CreditState"
                    },
                    CreditMovement: {
                        $ref: "#/components/schemas/CreditMovement"
                    },
                    CreditMovements: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/CreditMovement"
                                }
                            },
                            next: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "number"
                                    }
                                ]
                            }
                        },
                        required: [
                            "items",
                            "next"
                        ]
                    },
                    Usage: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/ServiceUseItem"
                                }
                            },
                            next: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "number"
                                    }
                                ]
                            }
                        },
                        required: [
                            "items",
                            "next"
                        ]
                    },
                    UsageSums: {
                        type: "object",
                        properties: {
                            today: {
                                type: "string",
                                description: "The current day in the host's time zone, such as `2026-01-05`."
                            },
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/UsageSum"
                                }
                            }
                        },
                        required: [
                            "today",
                            "items"
                        ]
                    },
                    AccountExport: {
                        type: "string",
                        description: "Lines of JSON: the first names the account, the last has `end: true`, each other line is `{ table, row }`.\nBytes of media are in base64."
                    },
                    AccountChange: {
                        $ref: "#/components/schemas/AccountChange"
                    },
                    StorageOverview: {
                        $ref: "#/components/schemas/StorageOverview"
                    },
                    StorageItems: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/StorageItem"
                                }
                            },
                            next: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "number"
                                    }
                                ]
                            }
                        },
                        required: [
                            "items",
                            "next"
                        ]
                    },
                    StorageRecord: {
                        $ref: "#/components/schemas/StorageRecord"
                    },
                    Message: {
                        $ref: "#/components/schemas/MessageItem"
                    },
                    Messages: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/MessageItem"
                                }
                            },
                            next: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "number"
                                    }
                                ]
                            }
                        },
                        required: [
                            "items",
                            "next"
                        ]
                    },
                    MessageTrace: {
                        $ref: "#/components/schemas/MessageTraceView"
                    },
                    RecordedRun: {
                        $ref: "#/components/schemas/object",
                        description: "A file for `botwright replay`."
                    },
                    MessageEvents: {
                        type: "string",
                        description: "Server-sent events; the data of each is a `Message`."
                    },
                    SetAsideMessage: {
                        $ref: "#/components/schemas/SetAsideItem"
                    },
                    SetAsideMessages: {
                        type: "object",
                        properties: {
                            items: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/SetAsideItem"
                                }
                            },
                            next: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "number"
                                    }
                                ]
                            }
                        },
                        required: [
                            "items",
                            "next"
                        ]
                    },
                    UpdateReview: {
                        type: "object",
                        properties: {
                            report: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        $ref: "#/components/schemas/UpdateReport"
                                    }
                                ]
                            }
                        },
                        required: [
                            "report"
                        ],
                        description: "`null`: no version is published yet."
                    },
                    OwnUpdate: {
                        $ref: "#/components/schemas/OwnUpdateReport"
                    },
                    OwnUpdatePreview: {
                        type: "object",
                        properties: {
                            compared: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        $ref: "#/components/schemas/OwnUpdateReport"
                                    }
                                ]
                            }
                        },
                        required: [
                            "compared"
                        ],
                        description: "`null`: no version is published yet."
                    },
                    OwnRerun: {
                        $ref: "#/components/schemas/OwnRerun"
                    },
                    RolledBack: {
                        $ref: "#/components/schemas/RolledBackInstallation"
                    }
                },
                required: [
                    "Error",
                    "Document",
                    "SignedIn",
                    "SignedUp",
                    "AuthSettings",
                    "Session",
                    "Sessions",
                    "Done",
                    "PluginRecord",
                    "PluginRecords",
                    "OwnPlugin",
                    "TrialResult",
                    "ReviewQueue",
                    "Review",
                    "Health",
                    "User",
                    "Users",
                    "ResetLink",
                    "Platforms",
                    "Bot",
                    "Bots",
                    "BoundBot",
                    "BotChange",
                    "Login",
                    "Installation",
                    "Installations",
                    "ConflictReport",
                    "DryRun",
                    "LibraryPage",
                    "LibraryPlugin",
                    "LibraryCode",
                    "LibraryVersions",
                    "Credentials",
                    "CredentialsList",
                    "FreeModels",
                    "FreeAnswer",
                    "ModelNames",
                    "PricedModels",
                    "ModelProvider",
                    "ModelProviders",
                    "Model",
                    "Models",
                    "Settings",
                    "SearchStats",
                    "SearchLogRecords",
                    "TriggerConflictReport",
                    "Credits",
                    "CreditMovement",
                    "CreditMovements",
                    "Usage",
                    "UsageSums",
                    "AccountExport",
                    "AccountChange",
                    "StorageOverview",
                    "StorageItems",
                    "StorageRecord",
                    "Message",
                    "Messages",
                    "MessageTrace",
                    "RecordedRun",
                    "MessageEvents",
                    "SetAsideMessage",
                    "SetAsideMessages",
                    "UpdateReview",
                    "OwnUpdate",
                    "OwnUpdatePreview",
                    "OwnRerun",
                    "RolledBack"
                ],
                description: "The answers."
            },
            ErrorBody: {
                type: "object",
                properties: {
                    error: {
                        type: "string",
                        description: "What is wrong, and what to do.",
                        readOnly: true
                    },
                    code: {
                        type: "string",
                        description: "The error's code, which stays the same between releases.",
                        readOnly: true
                    },
                    findings: {
                        type: "array",
                        items: {},
                        description: "For a plugin that was refused: the findings in its file.",
                        readOnly: true
                    },
                    refusal: {
                        $ref: "#/components/schemas/Refusal",
                        description: "For a bot that its platform refused: what the owner can do, and what the platform says.",
                        readOnly: true
                    }
                },
                required: [
                    "error",
                    "code"
                ],
                description: "The body of every error response."
            },
            Refusal: {
                type: "object",
                properties: {
                    advice: {
                        $ref: "#/components/schemas/LocalizedText",
                        description: "What the owner can do about it.",
                        readOnly: true
                    },
                    said: {
                        type: "string",
                        description: "What the platform itself says, in its own language.",
                        readOnly: true
                    }
                },
                required: [
                    "advice",
                    "said"
                ],
                description: "What the owner of a bot reads when its platform refuses it."
            },
            LocalizedText: {
                type: "object",
                properties: {
                    en: {
                        type: "string",
                        readOnly: true
                    },
                    zh: {
                        type: "string",
                        readOnly: true
                    }
                },
                required: [
                    "en",
                    "zh"
                ],
                description: "A text for people, in English and Chinese."
            },
            object: {
                type: "object",
                properties: {},
                required: []
            },
            SessionUser: {
                type: "object",
                properties: {
                    id: {
                        type: "number"
                    },
                    name: {
                        type: "string"
                    },
                    email: {
                        type: "string"
                    },
                    role: {
                        oneOf: [
                            {
                                "const": "admin"
                            },
                            {
                                "const": "user"
                            }
                        ]
                    }
                },
                required: [
                    "id",
                    "name",
                    "email",
                    "role"
                ],
                description: "Who is logged in."
            },
            PluginRecord: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    status: {
                        oneOf: [
                            {
                                "const": "pending"
                            },
                            {
                                "const": "published"
                            },
                            {
                                "const": "rejected"
                            },
                            {
                                "const": "taken_down"
                            }
                        ],
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        description: "The version that was submitted last, its id, and the SHA-256 of its code.",
                        readOnly: true
                    },
                    version_id: {
                        type: "number",
                        readOnly: true
                    },
                    sha256: {
                        type: "string",
                        readOnly: true
                    },
                    published_version: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The version in the library, or `null`.",
                        readOnly: true
                    },
                    reason: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "Why the last version was rejected, or the plugin taken down.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "slug",
                    "status",
                    "version",
                    "version_id",
                    "sha256",
                    "published_version",
                    "reason"
                ],
                description: "The state of a plugin."
            },
            OwnPlugin: {
                type: "object",
                properties: {
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    description: {
                        type: "string",
                        readOnly: true
                    },
                    icon: {
                        type: "string",
                        readOnly: true
                    },
                    category: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                "const": "message"
                            },
                            {
                                "const": "utility"
                            },
                            {
                                "const": "fun"
                            },
                            {
                                "const": "game"
                            },
                            {
                                "const": "content"
                            },
                            {
                                "const": "command"
                            },
                            {
                                "const": "scheduled"
                            }
                        ],
                        readOnly: true
                    },
                    readme: {
                        type: "string",
                        readOnly: true
                    },
                    repository_url: {
                        type: "string",
                        readOnly: true
                    },
                    code: {
                        type: "string",
                        description: "The code of the version that was submitted last.",
                        readOnly: true
                    },
                    findings: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/Finding"
                        },
                        readOnly: true
                    },
                    published_code: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The code in the library; `null`: none is published.",
                        readOnly: true
                    },
                    versions: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/OwnVersion"
                        },
                        description: "Newest first, at most 100.",
                        readOnly: true
                    },
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    status: {
                        oneOf: [
                            {
                                "const": "pending"
                            },
                            {
                                "const": "published"
                            },
                            {
                                "const": "rejected"
                            },
                            {
                                "const": "taken_down"
                            }
                        ],
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        description: "The version that was submitted last, its id, and the SHA-256 of its code.",
                        readOnly: true
                    },
                    version_id: {
                        type: "number",
                        readOnly: true
                    },
                    sha256: {
                        type: "string",
                        readOnly: true
                    },
                    published_version: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The version in the library, or `null`.",
                        readOnly: true
                    },
                    reason: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "Why the last version was rejected, or the plugin taken down.",
                        readOnly: true
                    }
                },
                required: [
                    "name",
                    "description",
                    "icon",
                    "category",
                    "readme",
                    "repository_url",
                    "code",
                    "findings",
                    "published_code",
                    "versions",
                    "id",
                    "slug",
                    "status",
                    "version",
                    "version_id",
                    "sha256",
                    "published_version",
                    "reason"
                ],
                description: "All editable fields of a developer's own plugin, and the states of its versions."
            },
            Finding: {
                type: "object",
                properties: {
                    rule: {
                        oneOf: [
                            {
                                "const": "too-large"
                            },
                            {
                                "const": "empty"
                            },
                            {
                                "const": "syntax"
                            },
                            {
                                "const": "too-deep"
                            },
                            {
                                "const": "too-complex"
                            },
                            {
                                "const": "evaluation-limit"
                            },
                            {
                                "const": "no-handler"
                            },
                            {
                                "const": "handler-not-function"
                            },
                            {
                                "const": "handler-result"
                            },
                            {
                                "const": "meta-not-literal"
                            },
                            {
                                "const": "meta-changed"
                            },
                            {
                                "const": "meta-ambiguous"
                            },
                            {
                                "const": "invalid-meta"
                            },
                            {
                                "const": "unknown-meta-field"
                            },
                            {
                                "const": "invalid-host"
                            },
                            {
                                "const": "unusable-setting"
                            },
                            {
                                "const": "misleading-meta"
                            },
                            {
                                "const": "no-meta"
                            },
                            {
                                "const": "priority-out-of-range"
                            },
                            {
                                "const": "missing-await"
                            },
                            {
                                "const": "late-timer"
                            },
                            {
                                "const": "unknown-method"
                            },
                            {
                                "const": "handler-path"
                            },
                            {
                                "const": "import"
                            },
                            {
                                "const": "import-meta"
                            },
                            {
                                "const": "forbidden-global"
                            },
                            {
                                "const": "code-from-text"
                            },
                            {
                                "const": "unknown-global"
                            },
                            {
                                "const": "computed-global"
                            },
                            {
                                "const": "built-in-only"
                            },
                            {
                                "const": "global-write"
                            },
                            {
                                "const": "primordial-write"
                            },
                            {
                                "const": "proto-write"
                            },
                            {
                                "const": "module-state"
                            },
                            {
                                "const": "call-at-load"
                            },
                            {
                                "const": "obfuscated"
                            },
                            {
                                "const": "obfuscation-suspected"
                            },
                            {
                                "const": "encoded-code"
                            },
                            {
                                "const": "encoded-data"
                            },
                            {
                                "const": "encrypted-payload"
                            },
                            {
                                "const": "decoding-loop"
                            },
                            {
                                "const": "dynamic-call"
                            },
                            {
                                "const": "hidden-by-escapes"
                            },
                            {
                                "const": "minified"
                            },
                            {
                                "const": "bidi-control"
                            },
                            {
                                "const": "hidden-characters"
                            },
                            {
                                "const": "mixed-script-name"
                            },
                            {
                                "const": "far-right-code"
                            },
                            {
                                "const": "secret-in-source"
                            },
                            {
                                "const": "fetch-host"
                            },
                            {
                                "const": "fetch-address-unknown"
                            },
                            {
                                "const": "fetch-host-computed"
                            },
                            {
                                "const": "address-changed"
                            },
                            {
                                "const": "fetch-refused"
                            },
                            {
                                "const": "any-host"
                            },
                            {
                                "const": "host-not-declared"
                            },
                            {
                                "const": "permission-not-declared"
                            },
                            {
                                "const": "permission-unused"
                            },
                            {
                                "const": "reads-credentials"
                            },
                            {
                                "const": "sends-user-data"
                            },
                            {
                                "const": "js-x-ray"
                            }
                        ]
                    },
                    severity: {
                        $ref: "#/components/schemas/Severity"
                    },
                    message: {
                        type: "string",
                        description: "One sentence in English, for the author and the reviewer. Never contains a secret."
                    },
                    sentence: {
                        $ref: "#/components/schemas/Sentence",
                        description: "The source of `message`, for other languages. Absent when a scanner wrote the message."
                    },
                    morePlaces: {
                        type: "number",
                        description: "How many more places of the rule are not listed; only the last finding of a rule has it."
                    },
                    line: {
                        type: "number"
                    },
                    column: {
                        type: "number"
                    },
                    endLine: {
                        type: "number"
                    },
                    endColumn: {
                        type: "number",
                        description: "Just after the last character."
                    }
                },
                required: [
                    "rule",
                    "severity",
                    "message",
                    "line",
                    "column",
                    "endLine",
                    "endColumn"
                ],
                description: "A finding about a plugin. Lines and columns count from 1; columns in UTF-16 units."
            },
            Severity: {
                oneOf: [
                    {
                        "const": "error"
                    },
                    {
                        "const": "warning"
                    },
                    {
                        "const": "info"
                    }
                ],
                description: "`error`: a submission is refused. `warning`: doubtful, for the reviewer. `info`: for information."
            },
            Sentence: {
                type: "object",
                properties: {
                    key: {
                        type: "string",
                        description: "A stable key; the table of each language has its text.",
                        readOnly: true
                    },
                    values: {
                        type: "object",
                        properties: {},
                        required: [],
                        description: "The values for the placeholders: a text from the file, a number, a key of a term, or a list.",
                        additionalProperties: {
                            $ref: "#/components/schemas/SentenceValue",
                            readOnly: true
                        },
                        readOnly: true
                    }
                },
                required: [
                    "key",
                    "values"
                ],
                description: "The sentence of a finding, independent of a language."
            },
            SentenceValue: {
                oneOf: [
                    {
                        type: "string"
                    },
                    {
                        type: "number"
                    },
                    {
                        type: "array",
                        items: {
                            type: "string"
                        }
                    }
                ],
                description: "The value of a placeholder."
            },
            OwnVersion: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        readOnly: true
                    },
                    sha256: {
                        type: "string",
                        readOnly: true
                    },
                    state: {
                        oneOf: [
                            {
                                "const": "pending"
                            },
                            {
                                "const": "rejected"
                            },
                            {
                                "const": "approved"
                            },
                            {
                                "const": "replaced"
                            }
                        ],
                        description: "`replaced`: the developer submitted a newer one before this one was reviewed.",
                        readOnly: true
                    },
                    current: {
                        type: "boolean",
                        description: "Whether it is the version in the library.",
                        readOnly: true
                    },
                    reason: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The reviewer's reason, if the version was rejected.",
                        readOnly: true
                    },
                    submitted_at: {
                        type: "string",
                        readOnly: true
                    },
                    reviewed_at: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "version",
                    "sha256",
                    "state",
                    "current",
                    "reason",
                    "submitted_at",
                    "reviewed_at"
                ],
                description: "A version as its developer sees it."
            },
            TrialResult: {
                type: "object",
                properties: {
                    slug: {
                        type: "string",
                        description: "The slug of the record or the file, or `trial`.",
                        readOnly: true
                    },
                    findings: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/Finding"
                        },
                        readOnly: true
                    },
                    turns: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/TrialTurn"
                        },
                        description: "A turn for each message that was handled, in their order.",
                        readOnly: true
                    },
                    is_complete: {
                        type: "boolean",
                        description: "`false`: the time was up before all messages were handled.",
                        readOnly: true
                    }
                },
                required: [
                    "slug",
                    "findings",
                    "turns",
                    "is_complete"
                ],
                description: "The result of a trial conversation."
            },
            TrialTurn: {
                type: "object",
                properties: {
                    text: {
                        type: "string",
                        readOnly: true
                    },
                    sent: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/TrialSentMessage"
                        },
                        description: "The messages that the plugin sent, in order.",
                        readOnly: true
                    },
                    handled: {
                        type: "boolean",
                        readOnly: true
                    },
                    run: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/RunView"
                            }
                        ],
                        readOnly: true
                    },
                    error: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/MessageError"
                            }
                        ],
                        description: "Why the message could not be handled, for a reason outside of the plugin.",
                        readOnly: true
                    }
                },
                required: [
                    "text",
                    "sent",
                    "handled",
                    "run",
                    "error"
                ],
                description: "The handling of one message of a trial."
            },
            TrialSentMessage: {
                type: "object",
                properties: {
                    type: {
                        oneOf: [
                            {
                                "const": "text"
                            },
                            {
                                "const": "image"
                            },
                            {
                                "const": "file"
                            },
                            {
                                "const": "video"
                            }
                        ],
                        readOnly: true
                    },
                    text: {
                        type: "string",
                        description: "The text, a file's name, or `\"\"`.",
                        readOnly: true
                    },
                    bytes: {
                        type: "number",
                        description: "The size of a medium in bytes; 0 for a text.",
                        readOnly: true
                    },
                    sha256: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The SHA-256 of a medium, by which two media can be told apart; `null` for a text.",
                        readOnly: true
                    }
                },
                required: [
                    "type",
                    "text",
                    "bytes",
                    "sha256"
                ],
                description: "A message that a plugin sent in a trial, as pages show it: with the size and the hash of a medium instead of its\nbytes."
            },
            RunView: {
                type: "object",
                properties: {
                    plugin: {
                        type: "string",
                        readOnly: true
                    },
                    version: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "SHA-256 of the source; `null` for a plugin of the host itself.",
                        readOnly: true
                    },
                    status: {
                        oneOf: [
                            {
                                "const": "handled"
                            },
                            {
                                "const": "passed"
                            },
                            {
                                "const": "invalid"
                            },
                            {
                                "const": "failed"
                            },
                            {
                                "const": "interrupted"
                            }
                        ],
                        readOnly: true
                    },
                    started_ms: {
                        type: "number",
                        readOnly: true
                    },
                    ms: {
                        type: "number",
                        readOnly: true
                    },
                    cpu_ms: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        readOnly: true
                    },
                    gas: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "Interrupt ticks: the same on every machine.",
                        readOnly: true
                    },
                    memory_bytes: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        readOnly: true
                    },
                    sends: {
                        type: "number",
                        readOnly: true
                    },
                    credits: {
                        type: "number",
                        readOnly: true
                    },
                    restarts: {
                        type: "number",
                        description: "How often the run was started again because another run had changed a key that it had read.",
                        readOnly: true
                    },
                    error: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/ErrorReport"
                            }
                        ],
                        readOnly: true
                    },
                    calls: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/CallView"
                        },
                        readOnly: true
                    },
                    conflicts: {
                        type: "array",
                        items: {
                            type: "object",
                            properties: {
                                key: {
                                    type: "string",
                                    readOnly: true
                                },
                                result: {
                                    oneOf: [
                                        {
                                            "const": "restarted"
                                        },
                                        {
                                            "const": "overwritten"
                                        }
                                    ],
                                    readOnly: true
                                },
                                at_ms: {
                                    type: "number",
                                    readOnly: true
                                }
                            },
                            required: [
                                "key",
                                "result",
                                "at_ms"
                            ]
                        },
                        readOnly: true
                    },
                    logs: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/LogView"
                        },
                        readOnly: true
                    },
                    more: {
                        type: "number",
                        description: "How many calls and log lines are left out because there were too many.",
                        readOnly: true
                    }
                },
                required: [
                    "plugin",
                    "version",
                    "status",
                    "started_ms",
                    "ms",
                    "cpu_ms",
                    "gas",
                    "memory_bytes",
                    "sends",
                    "credits",
                    "restarts",
                    "error",
                    "calls",
                    "conflicts",
                    "logs",
                    "more"
                ],
                description: "The run of one plugin."
            },
            ErrorReport: {
                type: "object",
                properties: {
                    code: {
                        type: "string",
                        readOnly: true
                    },
                    message: {
                        type: "string",
                        readOnly: true
                    },
                    position: {
                        $ref: "#/components/schemas/ErrorPosition",
                        readOnly: true
                    },
                    frame: {
                        type: "string",
                        description: "See {@link ErrorLocation}.",
                        readOnly: true
                    }
                },
                required: [
                    "code",
                    "message"
                ],
                description: "An error as plain data, for logs, events and journals. A type, so that it can be a log line's fields."
            },
            ErrorPosition: {
                type: "object",
                properties: {
                    file: {
                        type: "string",
                        description: "The file's name without folders; for a bundled plugin with a source map, that of the original file.",
                        readOnly: true
                    },
                    line: {
                        type: "number",
                        description: "From 1.",
                        readOnly: true
                    },
                    column: {
                        type: "number",
                        description: "From 1, in UTF-16 units.",
                        readOnly: true
                    },
                    functionName: {
                        type: "string",
                        description: "The function that was running; left out at the top level and in a function without a name.",
                        readOnly: true
                    }
                },
                required: [
                    "file",
                    "line",
                    "column"
                ],
                description: "A place in a plugin's file."
            },
            CallView: {
                type: "object",
                properties: {
                    sequence: {
                        type: "number",
                        readOnly: true
                    },
                    operation: {
                        type: "string",
                        readOnly: true
                    },
                    args: {
                        $ref: "#/components/schemas/ShownValue",
                        description: "`null` if the journal has no entry of the call any more, or the run's journal is too large to read.",
                        readOnly: true
                    },
                    outcome: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "object",
                                properties: {
                                    ok: {
                                        "const": true,
                                        readOnly: true
                                    },
                                    value: {
                                        $ref: "#/components/schemas/ShownValue",
                                        readOnly: true
                                    }
                                },
                                required: [
                                    "ok",
                                    "value"
                                ]
                            },
                            {
                                type: "object",
                                properties: {
                                    ok: {
                                        "const": false,
                                        readOnly: true
                                    },
                                    error: {
                                        $ref: "#/components/schemas/MessageError",
                                        readOnly: true
                                    }
                                },
                                required: [
                                    "ok",
                                    "error"
                                ]
                            }
                        ],
                        description: "`null` if the call has not settled, or in the cases of `args`.",
                        readOnly: true
                    },
                    started_ms: {
                        type: "number",
                        readOnly: true
                    },
                    ms: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        readOnly: true
                    },
                    credits: {
                        type: "number",
                        readOnly: true
                    }
                },
                required: [
                    "sequence",
                    "operation",
                    "args",
                    "outcome",
                    "started_ms",
                    "ms",
                    "credits"
                ],
                description: "A host call."
            },
            ShownValue: {
                oneOf: [
                    {
                        type: "null"
                    },
                    {
                        type: "string"
                    },
                    {
                        type: "number"
                    },
                    {
                        type: "boolean"
                    },
                    {
                        $ref: "#/components/schemas/ReadonlyArrayShownValue"
                    },
                    {
                        $ref: "#/components/schemas/__type.o64"
                    }
                ],
                description: "The form in which a value of a host call is shown: JSON of bounded size, with counts in place of bytes."
            },
            ReadonlyArrayShownValue: {
                type: "array",
                items: {
                    $ref: "#/components/schemas/ShownValue"
                }
            },
            "__type.o64": {
                type: "object",
                properties: {},
                required: [],
                additionalProperties: {
                    $ref: "#/components/schemas/ShownValue",
                    readOnly: true
                }
            },
            MessageError: {
                type: "object",
                properties: {
                    code: {
                        type: "string",
                        readOnly: true
                    },
                    message: {
                        type: "string",
                        readOnly: true
                    }
                },
                required: [
                    "code",
                    "message"
                ],
                description: "Why a message or a host call failed."
            },
            LogView: {
                type: "object",
                properties: {
                    at_ms: {
                        type: "number",
                        readOnly: true
                    },
                    message: {
                        type: "string",
                        readOnly: true
                    },
                    level: {
                        oneOf: [
                            {
                                "const": "error"
                            },
                            {
                                "const": "info"
                            },
                            {
                                "const": "debug"
                            },
                            {
                                "const": "warn"
                            }
                        ],
                        readOnly: true
                    }
                },
                required: [
                    "at_ms",
                    "message",
                    "level"
                ],
                description: "A log line."
            },
            ReviewPage: {
                type: "object",
                properties: {
                    items: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/ReviewSummary"
                        },
                        readOnly: true
                    },
                    next: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "The `after` of the next page; `null`: this is the last page.",
                        readOnly: true
                    }
                },
                required: [
                    "items",
                    "next"
                ],
                description: "A page of the queue."
            },
            ReviewSummary: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        description: "The id of the plugin.",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        readOnly: true
                    },
                    published_version: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    findings: {
                        type: "number",
                        description: "How many findings the static rules have made.",
                        readOnly: true
                    },
                    submitted_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "slug",
                    "version",
                    "published_version",
                    "findings",
                    "submitted_at"
                ],
                description: "A version that waits for a review, in the list of the queue."
            },
            ReviewItem: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        description: "The id of the plugin.",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        readOnly: true
                    },
                    version_id: {
                        type: "number",
                        description: "The id of the version, which a decision must name.",
                        readOnly: true
                    },
                    code: {
                        type: "string",
                        readOnly: true
                    },
                    sha256: {
                        type: "string",
                        description: "The SHA-256 of the code.",
                        readOnly: true
                    },
                    meta: {
                        $ref: "#/components/schemas/PluginMeta",
                        readOnly: true
                    },
                    findings: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/Finding"
                        },
                        readOnly: true
                    },
                    published: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "object",
                                properties: {
                                    version: {
                                        type: "string",
                                        readOnly: true
                                    },
                                    code: {
                                        type: "string",
                                        readOnly: true
                                    },
                                    meta: {
                                        $ref: "#/components/schemas/PluginMeta",
                                        readOnly: true
                                    }
                                },
                                required: [
                                    "version",
                                    "code",
                                    "meta"
                                ]
                            }
                        ],
                        readOnly: true
                    },
                    asks_for_more: {
                        type: "boolean",
                        description: "Whether it asks for more permissions than the published one, so that owners must consent.",
                        readOnly: true
                    },
                    update: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/UpdateReport"
                            }
                        ],
                        description: "The comparison on recorded runs of the published version; `null` until there is one.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "slug",
                    "version",
                    "version_id",
                    "code",
                    "sha256",
                    "meta",
                    "findings",
                    "published",
                    "asks_for_more",
                    "update"
                ],
                description: "A version that waits for a review, beside the one that is published."
            },
            PluginMeta: {
                type: "object",
                properties: {
                    slug: {
                        type: "string",
                        pattern: "^[a-z0-9-]{2,64}$",
                        description: "Unique; 2 to 64 lower-case letters, digits and hyphens."
                    },
                    name: {
                        type: "string",
                        maxLength: 200
                    },
                    description: {
                        type: "string",
                        maxLength: 1000
                    },
                    icon: {
                        type: "string",
                        maxLength: 32,
                        description: "An emoji."
                    },
                    category: {
                        $ref: "#/components/schemas/PluginCategory",
                        description: "`message`, `utility`, `fun`, `game` or `content`; the submission words are accepted too."
                    },
                    version: {
                        type: "string",
                        maxLength: 64
                    },
                    triggers: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        maxItems: 200,
                        description: "Words that the plugin reacts to; used to find conflicts between plugins."
                    },
                    config_schema: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/ConfigSchemaItem"
                        },
                        maxItems: 100
                    },
                    priority: {
                        type: "integer",
                        minimum: 0,
                        maximum: 1000,
                        description: "0 to 1000, smaller runs first. Third-party plugins: 60 to 90."
                    },
                    permissions: {
                        $ref: "#/components/schemas/PluginPermissions"
                    }
                },
                required: [],
                description: "The declaration at the top of a plugin file: `export const meta = {\u2026}`."
            },
            PluginPermissions: {
                type: "object",
                properties: {
                    hosts: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        maxItems: 100,
                        description: "Hosts that `fetch` may reach, `*.example.com` for all subdomains; `[]` promises no network, and `\"*\"`\nallows any public host."
                    },
                    creds: {
                        type: "array",
                        items: {
                            oneOf: [
                                {
                                    "const": "wechat"
                                },
                                {
                                    "const": "feishu"
                                },
                                {
                                    "const": "wecom"
                                },
                                {
                                    "const": "dingtalk"
                                },
                                {
                                    "const": "telegram"
                                }
                            ]
                        },
                        maxItems: 100,
                        description: "Platforms whose credentials may be read."
                    },
                    ai: {
                        type: "boolean"
                    },
                    search: {
                        type: "boolean"
                    },
                    media: {
                        type: "boolean"
                    },
                    proactive: {
                        type: "boolean",
                        description: "Sending to people other than the one whose message is answered."
                    }
                },
                required: [],
                description: "What a plugin may use. Declared permissions are shown before installation and enforced."
            },
            UpdateReport: {
                type: "object",
                properties: {
                    version: {
                        type: "string",
                        description: "The version that was run, and the one whose runs were recorded.",
                        readOnly: true
                    },
                    compared_with: {
                        type: "string",
                        readOnly: true
                    },
                    made_at: {
                        type: "string",
                        readOnly: true
                    },
                    runs: {
                        type: "number",
                        description: "Runs that were compared.",
                        readOnly: true
                    },
                    same: {
                        type: "number",
                        description: "Runs without any difference.",
                        readOnly: true
                    },
                    asks_otherwise: {
                        type: "number",
                        description: "Runs that request another host call, or one with other arguments.",
                        readOnly: true
                    },
                    sends_otherwise: {
                        type: "number",
                        description: "Runs that send something different, more or less.",
                        readOnly: true
                    },
                    ends_otherwise: {
                        type: "number",
                        description: "Runs that end with another status, for example pass on a message that was handled.",
                        readOnly: true
                    },
                    fails: {
                        type: "number",
                        description: "Runs that fail now and did not fail before.",
                        readOnly: true
                    },
                    costs_more: {
                        type: "number",
                        description: "Runs that call more models or more expensive ones, or use over a quarter more gas.",
                        readOnly: true
                    },
                    not_comparable: {
                        type: "number",
                        description: "Recorded runs that could not be run again, because their journals are not kept any more.",
                        readOnly: true
                    },
                    is_complete: {
                        type: "boolean",
                        description: "`false`: the time limit was reached before all chosen runs were compared.",
                        readOnly: true
                    }
                },
                required: [
                    "version",
                    "compared_with",
                    "made_at",
                    "runs",
                    "same",
                    "asks_otherwise",
                    "sends_otherwise",
                    "ends_otherwise",
                    "fails",
                    "costs_more",
                    "not_comparable",
                    "is_complete"
                ],
                description: "How a version behaved on recorded runs of another one. A run may count in several members. There are only counts,\nso that the report can be shown to people other than those whose messages were rerun."
            },
            HealthReport: {
                type: "object",
                properties: {
                    nodes: {
                        type: "array",
                        items: {
                            type: "object",
                            properties: {
                                id: {
                                    type: "string",
                                    readOnly: true
                                },
                                alive: {
                                    type: "boolean",
                                    readOnly: true
                                },
                                lease_until: {
                                    type: "string",
                                    readOnly: true
                                },
                                bots: {
                                    type: "number",
                                    description: "Bots that the node runs.",
                                    readOnly: true
                                },
                                chats: {
                                    type: "number",
                                    description: "Chats whose messages the node handles now.",
                                    readOnly: true
                                }
                            },
                            required: [
                                "id",
                                "alive",
                                "lease_until",
                                "bots",
                                "chats"
                            ]
                        },
                        description: "The processes of the host. Other nodes take over the work of a node whose lease has expired.",
                        readOnly: true
                    },
                    bots: {
                        type: "object",
                        properties: {
                            all: {
                                type: "number",
                                readOnly: true
                            },
                            paused: {
                                type: "number",
                                readOnly: true
                            },
                            waiting: {
                                type: "number",
                                description: "Bots that are neither paused nor run by any node.",
                                readOnly: true
                            },
                            refused: {
                                type: "number",
                                description: "Bots that their platforms refuse.",
                                readOnly: true
                            }
                        },
                        required: [
                            "all",
                            "paused",
                            "waiting",
                            "refused"
                        ],
                        readOnly: true
                    },
                    messages: {
                        type: "object",
                        properties: {
                            open: {
                                type: "number",
                                description: "Messages that wait or are being handled.",
                                readOnly: true
                            },
                            oldest_open_at: {
                                oneOf: [
                                    {
                                        type: "null"
                                    },
                                    {
                                        type: "string"
                                    }
                                ],
                                readOnly: true
                            },
                            set_aside: {
                                type: "number",
                                readOnly: true
                            },
                            last_hour: {
                                type: "number",
                                readOnly: true
                            }
                        },
                        required: [
                            "open",
                            "oldest_open_at",
                            "set_aside",
                            "last_hour"
                        ],
                        readOnly: true
                    },
                    lanes: {
                        type: "object",
                        properties: {
                            all: {
                                type: "number",
                                readOnly: true
                            },
                            handled: {
                                type: "number",
                                description: "Chats whose messages a node handles now.",
                                readOnly: true
                            },
                            delayed: {
                                type: "number",
                                description: "Chats that wait for the next attempt after a failed one.",
                                readOnly: true
                            }
                        },
                        required: [
                            "all",
                            "handled",
                            "delayed"
                        ],
                        description: "Chats that have messages to handle.",
                        readOnly: true
                    },
                    sandbox: {
                        type: "object",
                        properties: {
                            quarantined: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/SandboxReport"
                                },
                                description: "Quarantines that have not ended: the plugin does not run on the node of the event.",
                                readOnly: true
                            },
                            last_day: {
                                $ref: "#/components/schemas/ReadonlyRecordworker-lostslowstruckquarantinednumber",
                                description: "The number of events of each type in the last 24 hours.",
                                readOnly: true
                            },
                            events: {
                                type: "array",
                                items: {
                                    $ref: "#/components/schemas/SandboxReport"
                                },
                                description: "The latest events, newest first.",
                                readOnly: true
                            }
                        },
                        required: [
                            "quarantined",
                            "last_day",
                            "events"
                        ],
                        readOnly: true
                    },
                    reviews: {
                        type: "number",
                        description: "Versions of plugins that wait for a review.",
                        readOnly: true
                    }
                },
                required: [
                    "nodes",
                    "bots",
                    "messages",
                    "lanes",
                    "sandbox",
                    "reviews"
                ],
                description: "The state of a host's nodes, bots, messages and sandboxes. Times are ISO 8601."
            },
            SandboxReport: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    node: {
                        type: "string",
                        readOnly: true
                    },
                    type: {
                        oneOf: [
                            {
                                "const": "worker-lost"
                            },
                            {
                                "const": "slow"
                            },
                            {
                                "const": "struck"
                            },
                            {
                                "const": "quarantined"
                            }
                        ],
                        description: "`worker-lost`: a thread crashed or hung. `slow`: a plugin exceeded a budget and runs after the others. `struck`: a\nplugin caused the loss of a worker. `quarantined`: a plugin did so repeatedly, and does not run for some time.",
                        readOnly: true
                    },
                    plugin_slug: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    version: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "SHA-256 of the source.",
                        readOnly: true
                    },
                    reason: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "Of a lost worker: `crashed` or `hung`. Of a slow plugin: the budget that it exceeded.",
                        readOnly: true
                    },
                    strikes: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        readOnly: true
                    },
                    until: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "Until when the plugin is slow or quarantined.",
                        readOnly: true
                    },
                    at: {
                        type: "string",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "node",
                    "type",
                    "plugin_slug",
                    "version",
                    "reason",
                    "strikes",
                    "until",
                    "at"
                ],
                description: "An event of a node's sandbox: a failure or a limit that a plugin caused."
            },
            "ReadonlyRecordworker-lostslowstruckquarantinednumber": {
                type: "object",
                properties: {
                    "worker-lost": {
                        type: "number"
                    },
                    slow: {
                        type: "number"
                    },
                    struck: {
                        type: "number"
                    },
                    quarantined: {
                        type: "number"
                    }
                },
                required: [
                    "worker-lost",
                    "slow",
                    "struck",
                    "quarantined"
                ],
                description: "Make all properties in T readonly"
            },
            User: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    email: {
                        type: "string",
                        readOnly: true
                    },
                    role: {
                        oneOf: [
                            {
                                "const": "admin"
                            },
                            {
                                "const": "user"
                            }
                        ],
                        readOnly: true
                    },
                    banned: {
                        type: "boolean",
                        readOnly: true
                    },
                    ban_reason: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "name",
                    "email",
                    "role",
                    "banned",
                    "ban_reason",
                    "created_at"
                ],
                description: "A user as administrators see them."
            },
            PlatformRecord: {
                type: "object",
                properties: {
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    label: {
                        $ref: "#/components/schemas/LocalizedText",
                        readOnly: true
                    },
                    login: {
                        type: "boolean",
                        description: "Whether bots are bound by a login instead of by `fields`.",
                        readOnly: true
                    },
                    transports: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/Transport"
                        },
                        description: "The ways in which messages can arrive, the platform's default first.",
                        readOnly: true
                    },
                    fields: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/FieldRecord"
                        },
                        readOnly: true
                    },
                    callback_fields: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/FieldRecord"
                        },
                        description: "Further fields of a bot that receives by callback, on platforms where callbacks are not the default.",
                        readOnly: true
                    }
                },
                required: [
                    "platform",
                    "label",
                    "login",
                    "transports",
                    "fields",
                    "callback_fields"
                ],
                description: "What a user enters to bind a bot of a platform."
            },
            FieldRecord: {
                type: "object",
                properties: {
                    generated: {
                        type: "boolean",
                        description: "Whether the host generates a value when the user enters none.",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        description: "The name in the specification, in forms and in storage, such as `app_id`.",
                        readOnly: true
                    },
                    label: {
                        $ref: "#/components/schemas/LocalizedText",
                        readOnly: true
                    },
                    help: {
                        $ref: "#/components/schemas/LocalizedText",
                        description: "Where a user finds the value.",
                        readOnly: true
                    },
                    secret: {
                        type: "boolean",
                        description: "Whether the value is secret: no page shows it, no log contains it, and it is stored encrypted.",
                        readOnly: true
                    },
                    required: {
                        type: "boolean",
                        description: "Whether a bot cannot be bound without it.",
                        readOnly: true
                    },
                    pattern: {
                        type: "string",
                        description: "A regular expression that must match the whole value, like the `pattern` of an HTML input.",
                        readOnly: true
                    },
                    example: {
                        type: "string",
                        description: "A value of the right form, for use as a placeholder.",
                        readOnly: true
                    }
                },
                required: [
                    "generated",
                    "name",
                    "label",
                    "help",
                    "secret",
                    "required"
                ],
                description: "A field of a form: a value with which a bot is bound."
            },
            BotRecord: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    account: {
                        type: "string",
                        description: "The bot's account at the platform: the id of an app or the number of a bot.",
                        readOnly: true
                    },
                    transport: {
                        $ref: "#/components/schemas/Transport",
                        readOnly: true
                    },
                    paused: {
                        type: "boolean",
                        readOnly: true
                    },
                    status: {
                        $ref: "#/components/schemas/BotStatus",
                        readOnly: true
                    },
                    callback_url: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The URL to which the platform must send callbacks; `null` if the bot fetches messages itself.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "platform",
                    "name",
                    "account",
                    "transport",
                    "paused",
                    "status",
                    "callback_url",
                    "created_at"
                ],
                description: "A bot as its owner sees it."
            },
            BotStatus: {
                type: "object",
                properties: {
                    state: {
                        oneOf: [
                            {
                                "const": "waiting"
                            },
                            {
                                "const": "connecting"
                            },
                            {
                                "const": "connected"
                            },
                            {
                                "const": "needs-login"
                            },
                            {
                                "const": "refused"
                            },
                            {
                                "const": "stopped"
                            },
                            {
                                "const": "paused"
                            }
                        ],
                        description: "`\"waiting\"`: no node of the host runs the bot at the moment; the others are as `AdapterStatus`.",
                        readOnly: true
                    },
                    code: {
                        type: "string",
                        description: "The code and the message of a refusal or an error.",
                        readOnly: true
                    },
                    message: {
                        type: "string",
                        readOnly: true
                    },
                    advice: {
                        $ref: "#/components/schemas/LocalizedText",
                        description: "What the owner can do about a refusal.",
                        readOnly: true
                    },
                    since: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "ISO 8601; `null` if the bot has not run yet.",
                        readOnly: true
                    }
                },
                required: [
                    "state",
                    "since"
                ],
                description: "The state of a bot's connection, for its owner."
            },
            BoundBot: {
                type: "object",
                properties: {
                    bot: {
                        $ref: "#/components/schemas/BotRecord",
                        readOnly: true
                    },
                    generated: {
                        $ref: "#/components/schemas/ReadonlyRecordstringstring",
                        description: "Values that the host has generated, for the user to copy to the platform; they are not shown again.",
                        readOnly: true
                    }
                },
                required: [
                    "bot",
                    "generated"
                ],
                description: "A bot that was bound."
            },
            ReadonlyRecordstringstring: {
                type: "object",
                properties: {},
                required: [],
                description: "Make all properties in T readonly",
                additionalProperties: {
                    type: "string"
                }
            },
            BotChange: {
                oneOf: [
                    {
                        type: "object",
                        properties: {
                            type: {
                                "const": "bot",
                                readOnly: true
                            },
                            bot: {
                                $ref: "#/components/schemas/BotRecord",
                                readOnly: true
                            }
                        },
                        required: [
                            "type",
                            "bot"
                        ]
                    },
                    {
                        type: "object",
                        properties: {
                            type: {
                                "const": "unbound",
                                readOnly: true
                            },
                            bot_id: {
                                type: "number",
                                readOnly: true
                            }
                        },
                        required: [
                            "type",
                            "bot_id"
                        ]
                    }
                ],
                description: "A change of a bot of an account."
            },
            LoginRecord: {
                oneOf: [
                    {
                        $ref: "#/components/schemas/readonlystatestartingscannedcancelledreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring"
                    },
                    {
                        $ref: "#/components/schemas/readonlystatewaitingreadonlyqrstringreadonlyattemptnumberreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring"
                    },
                    {
                        $ref: "#/components/schemas/readonlystateneeds-codereadonlyis_wrongbooleanreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring"
                    },
                    {
                        $ref: "#/components/schemas/readonlystateexpiredreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring"
                    },
                    {
                        $ref: "#/components/schemas/readonlystateconfirmedreadonlybot_idnumberreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring"
                    },
                    {
                        $ref: "#/components/schemas/readonlystatefailedrefusedreadonlycodestringreadonlymessagestringreadonlyadviceLocalizedTextreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring"
                    }
                ],
                description: "A login as its owner sees it. `svg` is a picture of `qr`; absent if the text is too long for a QR code."
            },
            readonlystatestartingscannedcancelledreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring: {
                type: "object",
                properties: {
                    state: {
                        oneOf: [
                            {
                                "const": "starting"
                            },
                            {
                                "const": "scanned"
                            },
                            {
                                "const": "cancelled"
                            }
                        ],
                        readOnly: true
                    },
                    id: {
                        type: "string",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    svg: {
                        type: "string",
                        readOnly: true
                    },
                    is_over: {
                        type: "boolean",
                        description: "Whether the login has ended, so that no further state follows.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "state",
                    "id",
                    "platform",
                    "is_over",
                    "created_at"
                ]
            },
            readonlystatewaitingreadonlyqrstringreadonlyattemptnumberreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring: {
                type: "object",
                properties: {
                    state: {
                        "const": "waiting",
                        readOnly: true
                    },
                    qr: {
                        type: "string",
                        readOnly: true
                    },
                    attempt: {
                        type: "number",
                        readOnly: true
                    },
                    id: {
                        type: "string",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    svg: {
                        type: "string",
                        readOnly: true
                    },
                    is_over: {
                        type: "boolean",
                        description: "Whether the login has ended, so that no further state follows.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "state",
                    "qr",
                    "attempt",
                    "id",
                    "platform",
                    "is_over",
                    "created_at"
                ]
            },
            "readonlystateneeds-codereadonlyis_wrongbooleanreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring": {
                type: "object",
                properties: {
                    state: {
                        "const": "needs-code",
                        readOnly: true
                    },
                    is_wrong: {
                        type: "boolean",
                        readOnly: true
                    },
                    id: {
                        type: "string",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    svg: {
                        type: "string",
                        readOnly: true
                    },
                    is_over: {
                        type: "boolean",
                        description: "Whether the login has ended, so that no further state follows.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "state",
                    "is_wrong",
                    "id",
                    "platform",
                    "is_over",
                    "created_at"
                ]
            },
            readonlystateexpiredreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring: {
                type: "object",
                properties: {
                    state: {
                        "const": "expired",
                        readOnly: true
                    },
                    id: {
                        type: "string",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    svg: {
                        type: "string",
                        readOnly: true
                    },
                    is_over: {
                        type: "boolean",
                        description: "Whether the login has ended, so that no further state follows.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "state",
                    "id",
                    "platform",
                    "is_over",
                    "created_at"
                ]
            },
            readonlystateconfirmedreadonlybot_idnumberreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring: {
                type: "object",
                properties: {
                    state: {
                        "const": "confirmed",
                        readOnly: true
                    },
                    bot_id: {
                        type: "number",
                        readOnly: true
                    },
                    id: {
                        type: "string",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    svg: {
                        type: "string",
                        readOnly: true
                    },
                    is_over: {
                        type: "boolean",
                        description: "Whether the login has ended, so that no further state follows.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "state",
                    "bot_id",
                    "id",
                    "platform",
                    "is_over",
                    "created_at"
                ]
            },
            readonlystatefailedrefusedreadonlycodestringreadonlymessagestringreadonlyadviceLocalizedTextreadonlyidstringreadonlyplatformwechatfeishuwecomdingtalktelegramreadonlysvgstringreadonlyis_overbooleanreadonlycreated_atstring: {
                type: "object",
                properties: {
                    state: {
                        oneOf: [
                            {
                                "const": "failed"
                            },
                            {
                                "const": "refused"
                            }
                        ],
                        readOnly: true
                    },
                    code: {
                        type: "string",
                        readOnly: true
                    },
                    message: {
                        type: "string",
                        readOnly: true
                    },
                    advice: {
                        $ref: "#/components/schemas/LocalizedText",
                        readOnly: true
                    },
                    id: {
                        type: "string",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    svg: {
                        type: "string",
                        readOnly: true
                    },
                    is_over: {
                        type: "boolean",
                        description: "Whether the login has ended, so that no further state follows.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "state",
                    "code",
                    "message",
                    "id",
                    "platform",
                    "is_over",
                    "created_at"
                ]
            },
            InstallationRecord: {
                type: "object",
                properties: {
                    plugin_id: {
                        type: "number",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    description: {
                        type: "string",
                        readOnly: true
                    },
                    icon: {
                        type: "string",
                        readOnly: true
                    },
                    builtin: {
                        type: "boolean",
                        description: "Whether the plugin comes with the host.",
                        readOnly: true
                    },
                    version_id: {
                        type: "number",
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        readOnly: true
                    },
                    enabled: {
                        type: "boolean",
                        readOnly: true
                    },
                    available: {
                        type: "boolean",
                        description: "`false`: the plugin was taken down or its developer is banned, so it does not run.",
                        readOnly: true
                    },
                    priority: {
                        type: "number",
                        description: "0 to 1000; plugins with smaller numbers run first.",
                        readOnly: true
                    },
                    has_own_priority: {
                        type: "boolean",
                        description: "Whether the owner has set the priority.",
                        readOnly: true
                    },
                    config_schema: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/ConfigSchemaItem"
                        },
                        readOnly: true
                    },
                    config: {
                        $ref: "#/components/schemas/ReadonlyRecordstringunknown",
                        description: "The values with which the plugin runs, without those of type `password`.",
                        readOnly: true
                    },
                    passwords: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        description: "The keys of the passwords that have a value.",
                        readOnly: true
                    },
                    triggers: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        readOnly: true
                    },
                    permissions: {
                        $ref: "#/components/schemas/PermissionSummary",
                        readOnly: true
                    },
                    waiting: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/WaitingVersion"
                            }
                        ],
                        description: "The published version, if the bot has another one.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "plugin_id",
                    "slug",
                    "name",
                    "description",
                    "icon",
                    "builtin",
                    "version_id",
                    "version",
                    "enabled",
                    "available",
                    "priority",
                    "has_own_priority",
                    "config_schema",
                    "config",
                    "passwords",
                    "triggers",
                    "permissions",
                    "waiting",
                    "created_at"
                ],
                description: "A plugin of a bot, as the owner sees it."
            },
            ReadonlyRecordstringunknown: {
                type: "object",
                properties: {},
                required: [],
                description: "Make all properties in T readonly",
                additionalProperties: {}
            },
            PermissionSummary: {
                type: "object",
                properties: {
                    everything: {
                        type: "boolean",
                        description: "Whether the plugin declares no permissions, so that it may use everything that plugins can use.",
                        readOnly: true
                    },
                    items: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/PermissionItem"
                        },
                        readOnly: true
                    }
                },
                required: [
                    "everything",
                    "items"
                ],
                description: "The permissions of a plugin, as they are shown before it is installed."
            },
            PermissionItem: {
                type: "object",
                properties: {
                    key: {
                        type: "string",
                        description: "Stable, such as `hosts/api.example.com` or `ai`.",
                        readOnly: true
                    },
                    en: {
                        type: "string",
                        readOnly: true
                    },
                    zh: {
                        type: "string",
                        readOnly: true
                    }
                },
                required: [
                    "key",
                    "en",
                    "zh"
                ],
                description: "One permission of a plugin, in words."
            },
            WaitingVersion: {
                type: "object",
                properties: {
                    version_id: {
                        type: "number",
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        readOnly: true
                    },
                    permissions: {
                        $ref: "#/components/schemas/PermissionSummary",
                        readOnly: true
                    },
                    changes: {
                        $ref: "#/components/schemas/PermissionChanges",
                        description: "The differences from the permissions that the owner has consented to.",
                        readOnly: true
                    }
                },
                required: [
                    "version_id",
                    "version",
                    "permissions",
                    "changes"
                ],
                description: "A version of a plugin that waits for its owner's consent."
            },
            PermissionChanges: {
                type: "object",
                properties: {
                    added: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/PermissionItem"
                        },
                        readOnly: true
                    },
                    removed: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/PermissionItem"
                        },
                        readOnly: true
                    }
                },
                required: [
                    "added",
                    "removed"
                ],
                description: "What changes between two versions."
            },
            ConflictReport: {
                type: "object",
                properties: {
                    without_triggers: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        description: "Plugins that declare no triggers, and so may react to every text; in the order in which they run.",
                        readOnly: true
                    },
                    who_wins: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/WhoWins"
                            }
                        ],
                        description: "Which plugins react to the text of the question; `null` without a text.",
                        readOnly: true
                    },
                    exact: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/TriggerConflict"
                        }
                    },
                    prefix: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/TriggerConflict"
                        }
                    },
                    total_plugins: {
                        type: "number",
                        description: "Number of plugins that declare triggers."
                    },
                    total_triggers: {
                        type: "number",
                        description: "Number of declared triggers, including repeated ones."
                    }
                },
                required: [
                    "without_triggers",
                    "who_wins",
                    "exact",
                    "prefix",
                    "total_plugins",
                    "total_triggers"
                ],
                description: "Which plugins of a bot react to the same words."
            },
            WhoWins: {
                type: "object",
                properties: {
                    candidates: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/Candidate"
                        },
                        description: "In the order in which they run.",
                        readOnly: true
                    },
                    winner: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/Candidate"
                            }
                        ],
                        description: "The first candidate with a trigger that fits; `null`: no plugin declares one.",
                        readOnly: true
                    },
                    may_win_too: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/Candidate"
                        },
                        description: "Plugins without triggers that run before the winner (all of them if there is no winner): they may win as well.",
                        readOnly: true
                    }
                },
                required: [
                    "candidates",
                    "winner",
                    "may_win_too"
                ],
                description: "Which plugins declare that they react to a text. A plugin sees every message that no plugin before it has handled,\nand decides by its own code whether it handles it, so its behaviour may differ from its declaration."
            },
            Candidate: {
                type: "object",
                properties: {
                    match: {
                        oneOf: [
                            {
                                "const": "exact"
                            },
                            {
                                "const": "prefix"
                            },
                            {
                                "const": "any"
                            }
                        ],
                        description: "Which declared trigger fits. `\"exact\"`: the text is a trigger; `\"prefix\"`: the text begins with a trigger; `\"any\"`:\nthe plugin declares no triggers, so it may react to every text.",
                        readOnly: true
                    },
                    trigger: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The trigger, as declared; `null` for `\"any\"`.",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    plugin_id: {
                        type: "number",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    priority: {
                        type: "number",
                        readOnly: true
                    }
                },
                required: [
                    "match",
                    "trigger",
                    "name",
                    "plugin_id",
                    "slug",
                    "priority"
                ],
                description: "A plugin that a message reaches unless an earlier plugin has handled it."
            },
            TriggerConflict: {
                type: "object",
                properties: {
                    trigger: {
                        type: "string",
                        description: "The trigger, or `\"<short>\" \u2282 \"<long>\"` when one is a prefix of the other."
                    },
                    plugins: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        description: "Slugs, sorted."
                    }
                },
                required: [
                    "trigger",
                    "plugins"
                ],
                description: "A trigger that several plugins declare."
            },
            DryRun: {
                type: "object",
                properties: {
                    steps: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/DryRunStep"
                        },
                        description: "A step for each enabled plugin, in the order in which they run.",
                        readOnly: true
                    },
                    handled_by: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The slug of the plugin that handled the text; `null`: none.",
                        readOnly: true
                    },
                    error: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/MessageError"
                            }
                        ],
                        description: "Why the text could not be handled, for a reason outside of the plugins.",
                        readOnly: true
                    },
                    is_complete: {
                        type: "boolean",
                        description: "`false`: the time was up before all plugins that the text reached could run.",
                        readOnly: true
                    }
                },
                required: [
                    "steps",
                    "handled_by",
                    "error",
                    "is_complete"
                ],
                description: "What the plugins of a bot would do with a text."
            },
            DryRunStep: {
                type: "object",
                properties: {
                    plugin_id: {
                        type: "number",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    state: {
                        oneOf: [
                            {
                                "const": "ran"
                            },
                            {
                                "const": "not_reached"
                            },
                            {
                                "const": "not_loaded"
                            },
                            {
                                "const": "not_dry"
                            }
                        ],
                        description: "`\"not_reached\"`: an earlier plugin ended the handling, or the time was up. `\"not_loaded\"`: the plugin cannot be\nloaded. `\"not_dry\"`: a built-in plugin whose effects a dry run cannot prevent.",
                        readOnly: true
                    },
                    handled: {
                        type: "boolean",
                        readOnly: true
                    },
                    sent: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/TrialSentMessage"
                        },
                        description: "The messages that the plugin would send, in order; at most 20.",
                        readOnly: true
                    },
                    more_sent: {
                        type: "number",
                        description: "The number of further messages that are left out of `sent`.",
                        readOnly: true
                    },
                    asked_network: {
                        type: "boolean",
                        description: "Whether it called `fetch`, which a dry run refuses: with an answer of the network, it might act differently.",
                        readOnly: true
                    },
                    error: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/MessageError"
                            }
                        ],
                        description: "Why it failed.",
                        readOnly: true
                    },
                    ms: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "`null` when it did not run.",
                        readOnly: true
                    }
                },
                required: [
                    "plugin_id",
                    "slug",
                    "name",
                    "state",
                    "handled",
                    "sent",
                    "more_sent",
                    "asked_network",
                    "error",
                    "ms"
                ],
                description: "What one plugin of the bot would do."
            },
            LibraryItem: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    description: {
                        type: "string",
                        readOnly: true
                    },
                    icon: {
                        type: "string",
                        readOnly: true
                    },
                    category: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                "const": "message"
                            },
                            {
                                "const": "utility"
                            },
                            {
                                "const": "fun"
                            },
                            {
                                "const": "game"
                            },
                            {
                                "const": "content"
                            },
                            {
                                "const": "command"
                            },
                            {
                                "const": "scheduled"
                            }
                        ],
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        description: "The published version, and its id, which an installation must name.",
                        readOnly: true
                    },
                    version_id: {
                        type: "number",
                        readOnly: true
                    },
                    builtin: {
                        type: "boolean",
                        description: "Whether the plugin comes with the host.",
                        readOnly: true
                    },
                    developer: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The developer's name; `null` for a built-in plugin.",
                        readOnly: true
                    },
                    installs: {
                        type: "number",
                        description: "The number of bots that have the plugin.",
                        readOnly: true
                    },
                    permissions: {
                        $ref: "#/components/schemas/PermissionSummary",
                        readOnly: true
                    },
                    updated_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "slug",
                    "name",
                    "description",
                    "icon",
                    "category",
                    "version",
                    "version_id",
                    "builtin",
                    "developer",
                    "installs",
                    "permissions",
                    "updated_at"
                ],
                description: "A plugin in a list of the library."
            },
            LibraryPlugin: {
                type: "object",
                properties: {
                    readme: {
                        type: "string",
                        description: "Markdown.",
                        readOnly: true
                    },
                    repository_url: {
                        type: "string",
                        readOnly: true
                    },
                    triggers: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        readOnly: true
                    },
                    config_schema: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/ConfigSchemaItem"
                        },
                        description: "The settings; those of type `password` without their defaults.",
                        readOnly: true
                    },
                    priority: {
                        type: "number",
                        description: "0 to 1000; smaller ones run first.",
                        readOnly: true
                    },
                    sha256: {
                        type: "string",
                        description: "SHA-256 of the published version's code, in hexadecimal digits.",
                        readOnly: true
                    },
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    description: {
                        type: "string",
                        readOnly: true
                    },
                    icon: {
                        type: "string",
                        readOnly: true
                    },
                    category: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                "const": "message"
                            },
                            {
                                "const": "utility"
                            },
                            {
                                "const": "fun"
                            },
                            {
                                "const": "game"
                            },
                            {
                                "const": "content"
                            },
                            {
                                "const": "command"
                            },
                            {
                                "const": "scheduled"
                            }
                        ],
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        description: "The published version, and its id, which an installation must name.",
                        readOnly: true
                    },
                    version_id: {
                        type: "number",
                        readOnly: true
                    },
                    builtin: {
                        type: "boolean",
                        description: "Whether the plugin comes with the host.",
                        readOnly: true
                    },
                    developer: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The developer's name; `null` for a built-in plugin.",
                        readOnly: true
                    },
                    installs: {
                        type: "number",
                        description: "The number of bots that have the plugin.",
                        readOnly: true
                    },
                    permissions: {
                        $ref: "#/components/schemas/PermissionSummary",
                        readOnly: true
                    },
                    updated_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "readme",
                    "repository_url",
                    "triggers",
                    "config_schema",
                    "priority",
                    "sha256",
                    "id",
                    "slug",
                    "name",
                    "description",
                    "icon",
                    "category",
                    "version",
                    "version_id",
                    "builtin",
                    "developer",
                    "installs",
                    "permissions",
                    "updated_at"
                ],
                description: "A plugin with everything that is shown before it is installed."
            },
            LibraryCode: {
                type: "object",
                properties: {
                    version: {
                        type: "string",
                        readOnly: true
                    },
                    sha256: {
                        type: "string",
                        description: "SHA-256 of the code, in hexadecimal digits.",
                        readOnly: true
                    },
                    code: {
                        type: "string",
                        readOnly: true
                    }
                },
                required: [
                    "version",
                    "sha256",
                    "code"
                ],
                description: "The code of the version in the library."
            },
            LibraryVersion: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        readOnly: true
                    },
                    sha256: {
                        type: "string",
                        readOnly: true
                    },
                    current: {
                        type: "boolean",
                        description: "Whether it is the version in the library.",
                        readOnly: true
                    },
                    published_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    },
                    permissions: {
                        $ref: "#/components/schemas/PermissionSummary",
                        readOnly: true
                    },
                    changes: {
                        $ref: "#/components/schemas/PermissionChanges",
                        description: "The changes against the previous version.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "version",
                    "sha256",
                    "current",
                    "published_at",
                    "permissions",
                    "changes"
                ],
                description: "A version that was published."
            },
            CredentialsRecord: {
                type: "object",
                properties: {
                    id: {
                        type: "string",
                        readOnly: true
                    },
                    platform: {
                        $ref: "#/components/schemas/CredentialsPlatform",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    fields: {
                        $ref: "#/components/schemas/ReadonlyRecordstringstring",
                        description: "The values that are not secret, such as `app_id`.",
                        readOnly: true
                    },
                    is_default: {
                        type: "boolean",
                        description: "Whether plugins get this set even if there are newer ones.",
                        readOnly: true
                    },
                    is_used: {
                        type: "boolean",
                        description: "Whether plugins get this set: the default one, else the newest.",
                        readOnly: true
                    },
                    last_used_at: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "When a plugin last read the set, in ISO 8601; `null` if the audit log has no such entry (any more).",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "platform",
                    "name",
                    "fields",
                    "is_default",
                    "is_used",
                    "last_used_at",
                    "created_at"
                ],
                description: "A set of credentials, as its owner sees it."
            },
            FreeModel: {
                type: "object",
                properties: {
                    id: {
                        type: "string",
                        description: "The model's name.",
                        readOnly: true
                    },
                    provider: {
                        type: "string",
                        description: "The name of its provider.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "provider"
                ],
                description: "A model that the proxy offers."
            },
            AIProxyAnswer: {
                type: "object",
                properties: {
                    choices: {
                        type: "array",
                        prefixItems: [
                            {
                                type: "object",
                                properties: {
                                    message: {
                                        type: "object",
                                        properties: {
                                            role: {
                                                "const": "assistant",
                                                readOnly: true
                                            },
                                            content: {
                                                type: "string",
                                                readOnly: true
                                            }
                                        },
                                        required: [
                                            "role",
                                            "content"
                                        ],
                                        readOnly: true
                                    }
                                },
                                required: [
                                    "message"
                                ]
                            }
                        ],
                        additionalItems: false,
                        readOnly: true
                    }
                },
                required: [
                    "choices"
                ],
                description: "The answer of `POST /api/plugins/ai-proxy`."
            },
            ModelNamesAnswer: {
                type: "object",
                properties: {
                    models: {
                        type: "array",
                        items: {
                            type: "string"
                        },
                        readOnly: true
                    }
                },
                required: [
                    "models"
                ],
                description: "The answer of `POST /api/plugins/ai-models`."
            },
            PricedModel: {
                type: "object",
                properties: {
                    category: {
                        $ref: "#/components/schemas/AIModelCategory",
                        readOnly: true
                    },
                    model_name: {
                        type: "string",
                        readOnly: true
                    },
                    provider: {
                        type: "string",
                        readOnly: true
                    },
                    display_name: {
                        type: "string",
                        readOnly: true
                    },
                    brand: {
                        type: "string",
                        readOnly: true
                    },
                    input_price: {
                        type: "string",
                        description: "An exact decimal, such as \"0.07\".",
                        readOnly: true
                    },
                    output_price: {
                        type: "string",
                        readOnly: true
                    },
                    cost_multiplier: {
                        type: "string",
                        readOnly: true
                    },
                    is_free: {
                        type: "boolean",
                        readOnly: true
                    }
                },
                required: [
                    "category",
                    "model_name",
                    "provider",
                    "display_name",
                    "brand",
                    "input_price",
                    "output_price",
                    "cost_multiplier",
                    "is_free"
                ],
                description: "A model as users see it."
            },
            ModelProviderRecord: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    base_url: {
                        type: "string",
                        readOnly: true
                    },
                    has_key: {
                        type: "boolean",
                        readOnly: true
                    },
                    models: {
                        type: "number",
                        description: "The number of its models.",
                        readOnly: true
                    },
                    updated_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "name",
                    "base_url",
                    "has_key",
                    "models",
                    "updated_at"
                ],
                description: "A server that runs models."
            },
            ModelRecord: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    model_name: {
                        type: "string",
                        readOnly: true
                    },
                    display_name: {
                        type: "string",
                        readOnly: true
                    },
                    brand: {
                        type: "string",
                        readOnly: true
                    },
                    provider: {
                        type: "string",
                        readOnly: true
                    },
                    provider_model: {
                        type: "string",
                        readOnly: true
                    },
                    category: {
                        $ref: "#/components/schemas/AIModelCategory",
                        readOnly: true
                    },
                    input_price: {
                        type: "string",
                        description: "An exact decimal, such as \"0.07\".",
                        readOnly: true
                    },
                    output_price: {
                        type: "string",
                        readOnly: true
                    },
                    cost_multiplier: {
                        type: "string",
                        readOnly: true
                    },
                    is_free: {
                        type: "boolean",
                        readOnly: true
                    },
                    enabled: {
                        type: "boolean",
                        readOnly: true
                    },
                    order: {
                        type: "number",
                        readOnly: true
                    },
                    updated_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "model_name",
                    "display_name",
                    "brand",
                    "provider",
                    "provider_model",
                    "category",
                    "input_price",
                    "output_price",
                    "cost_multiplier",
                    "is_free",
                    "enabled",
                    "order",
                    "updated_at"
                ],
                description: "A model of the host."
            },
            SettingsRecord: {
                type: "object",
                properties: {
                    journal_days: {
                        type: "number",
                        description: "Days for which journals of runs are kept.",
                        readOnly: true
                    },
                    search_providers: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/SearchProviderRecord"
                        },
                        readOnly: true
                    },
                    free_images_per_day: {
                        type: "number",
                        description: "The number of images that each account may generate per day without cost.",
                        readOnly: true
                    },
                    default_model: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The model that ai-proxy uses if a request names none; `null`: the first free chat model.",
                        readOnly: true
                    }
                },
                required: [
                    "journal_days",
                    "search_providers",
                    "free_images_per_day",
                    "default_model"
                ],
                description: "The settings, with the search engines in the order in which the host queries them."
            },
            SearchProviderRecord: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    type: {
                        oneOf: [
                            {
                                "const": "searxng"
                            },
                            {
                                "const": "brave"
                            },
                            {
                                "const": "tavily"
                            },
                            {
                                "const": "duckduckgo"
                            }
                        ],
                        readOnly: true
                    },
                    name: {
                        type: "string",
                        readOnly: true
                    },
                    base_url: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    has_key: {
                        type: "boolean",
                        readOnly: true
                    },
                    enabled: {
                        type: "boolean",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "type",
                    "name",
                    "base_url",
                    "has_key",
                    "enabled"
                ],
                description: "A search engine of the host."
            },
            SearchStats: {
                type: "object",
                properties: {
                    today_total: {
                        type: "number",
                        description: "All searches since midnight in the host's time zone, also those that were cached or failed.",
                        readOnly: true
                    },
                    by_plugin: {
                        type: "array",
                        items: {
                            type: "object",
                            properties: {
                                plugin_slug: {
                                    type: "string",
                                    readOnly: true
                                },
                                count: {
                                    type: "number",
                                    readOnly: true
                                }
                            },
                            required: [
                                "plugin_slug",
                                "count"
                            ]
                        },
                        description: "Today's searches by plugin and by user, the largest numbers first.",
                        readOnly: true
                    },
                    by_user: {
                        type: "array",
                        items: {
                            type: "object",
                            properties: {
                                user_id: {
                                    type: "number",
                                    readOnly: true
                                },
                                count: {
                                    type: "number",
                                    readOnly: true
                                }
                            },
                            required: [
                                "user_id",
                                "count"
                            ]
                        },
                        readOnly: true
                    }
                },
                required: [
                    "today_total",
                    "by_plugin",
                    "by_user"
                ],
                description: "The numbers of today's searches."
            },
            SearchLogRecord: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        description: "ISO 8601.",
                        readOnly: true
                    },
                    user_id: {
                        type: "number",
                        readOnly: true
                    },
                    plugin_slug: {
                        type: "string",
                        readOnly: true
                    },
                    query: {
                        type: "string",
                        readOnly: true
                    },
                    region: {
                        type: "string",
                        readOnly: true
                    },
                    max_results: {
                        type: "number",
                        readOnly: true
                    },
                    provider: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The engine that answered, or `null`.",
                        readOnly: true
                    },
                    cached: {
                        type: "boolean",
                        readOnly: true
                    },
                    count: {
                        type: "number",
                        readOnly: true
                    },
                    duration_ms: {
                        type: "number",
                        readOnly: true
                    },
                    error_code: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "created_at",
                    "user_id",
                    "plugin_slug",
                    "query",
                    "region",
                    "max_results",
                    "provider",
                    "cached",
                    "count",
                    "duration_ms",
                    "error_code"
                ],
                description: "A logged search."
            },
            TriggerConflictReport: {
                type: "object",
                properties: {
                    exact: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/TriggerConflict"
                        }
                    },
                    prefix: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/TriggerConflict"
                        }
                    },
                    total_plugins: {
                        type: "number",
                        description: "Number of plugins that declare triggers."
                    },
                    total_triggers: {
                        type: "number",
                        description: "Number of declared triggers, including repeated ones."
                    }
                },
                required: [
                    "exact",
                    "prefix",
                    "total_plugins",
                    "total_triggers"
                ],
                description: "Which plugins react to the same trigger."
            },
            CreditState: {
                type: "object",
                properties: {
                    balance: {
                        type: "number",
                        description: "The credits that can be spent now.",
                        readOnly: true
                    },
                    reserved: {
                        type: "number",
                        description: "The credits that running calls have reserved; the part that a call does not use returns to the balance.",
                        readOnly: true
                    },
                    warn_below: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "The threshold: the owner is warned when the credits fall below it. `null`: no warning.",
                        readOnly: true
                    },
                    is_low: {
                        type: "boolean",
                        description: "Whether the credits are below the threshold.",
                        readOnly: true
                    },
                    limits: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/CreditLimit"
                        },
                        readOnly: true
                    }
                },
                required: [
                    "balance",
                    "reserved",
                    "warn_below",
                    "is_low",
                    "limits"
                ],
                description: "The credits of an account; 100 are one USD."
            },
            CreditLimit: {
                type: "object",
                properties: {
                    plugin_slug: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The plugin that the limit is for; `null`: all plugins of the account together.",
                        readOnly: true
                    },
                    period: {
                        oneOf: [
                            {
                                "const": "day"
                            },
                            {
                                "const": "month"
                            }
                        ],
                        readOnly: true
                    },
                    credits: {
                        type: "number",
                        readOnly: true
                    },
                    spent: {
                        type: "number",
                        readOnly: true
                    }
                },
                required: [
                    "plugin_slug",
                    "period",
                    "credits",
                    "spent"
                ],
                description: "A spending limit, and the credits spent in the current day or month; reserved credits count in full."
            },
            CreditMovement: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    kind: {
                        oneOf: [
                            {
                                "const": "deposit"
                            },
                            {
                                "const": "withdrawal"
                            },
                            {
                                "const": "reservation"
                            },
                            {
                                "const": "settlement"
                            }
                        ],
                        readOnly: true
                    },
                    credits: {
                        type: "number",
                        description: "The change of the balance.",
                        readOnly: true
                    },
                    key: {
                        type: "string",
                        description: "A reservation, its settlement and the use that it paid have the same key.",
                        readOnly: true
                    },
                    plugin_slug: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    description: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The name of the paid model, or a note.",
                        readOnly: true
                    },
                    is_by_administrator: {
                        type: "boolean",
                        description: "Whether an administrator made the movement.",
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "kind",
                    "credits",
                    "key",
                    "plugin_slug",
                    "description",
                    "is_by_administrator",
                    "created_at"
                ],
                description: "A movement of credits, as its owner sees it."
            },
            ServiceUseItem: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    type: {
                        oneOf: [
                            {
                                "const": "ai"
                            },
                            {
                                "const": "search"
                            },
                            {
                                "const": "credentials"
                            }
                        ],
                        readOnly: true
                    },
                    created_at: {
                        type: "string",
                        readOnly: true
                    },
                    plugin_slug: {
                        type: "string",
                        readOnly: true
                    },
                    bot_id: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        description: "The bot and the platform's id of the message that the plugin handled, if known.",
                        readOnly: true
                    },
                    message_id: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    model: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The model of a call; `null` for other services.",
                        readOnly: true
                    },
                    prompt_tokens: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        readOnly: true
                    },
                    completion_tokens: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        readOnly: true
                    },
                    credits: {
                        type: "number",
                        readOnly: true
                    },
                    charge_key: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "The key of the use's movements in the ledger.",
                        readOnly: true
                    },
                    details: {
                        $ref: "#/components/schemas/ReadonlyRecordstringunknown",
                        description: "Further values that the service records: see `ServiceLogEntry`.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "type",
                    "created_at",
                    "plugin_slug",
                    "bot_id",
                    "message_id",
                    "model",
                    "prompt_tokens",
                    "completion_tokens",
                    "credits",
                    "charge_key",
                    "details"
                ],
                description: "One use of a service by a plugin."
            },
            UsageSum: {
                type: "object",
                properties: {
                    key: {
                        type: "string",
                        description: "The day, the model's name, the plugin's slug or the user's id.",
                        readOnly: true
                    },
                    calls: {
                        type: "number",
                        readOnly: true
                    },
                    credits: {
                        type: "number",
                        readOnly: true
                    },
                    prompt_tokens: {
                        type: "number",
                        readOnly: true
                    },
                    completion_tokens: {
                        type: "number",
                        readOnly: true
                    }
                },
                required: [
                    "key",
                    "calls",
                    "credits",
                    "prompt_tokens",
                    "completion_tokens"
                ],
                description: "The sums of one day, model, plugin or user."
            },
            AccountChange: {
                type: "object",
                properties: {
                    topic: {
                        $ref: "#/components/schemas/ChangeTopic",
                        readOnly: true
                    }
                },
                required: [
                    "topic"
                ],
                description: "Something that the account sees has changed."
            },
            ChangeTopic: {
                oneOf: [
                    {
                        "const": "credentials"
                    },
                    {
                        "const": "credits"
                    },
                    {
                        "const": "installations"
                    },
                    {
                        "const": "storage"
                    },
                    {
                        "const": "plugins"
                    },
                    {
                        "const": "library"
                    },
                    {
                        "const": "reviews"
                    },
                    {
                        "const": "users"
                    },
                    {
                        "const": "models"
                    },
                    {
                        "const": "settings"
                    }
                ],
                description: "What has changed. A page that shows it loads it again."
            },
            StorageOverview: {
                type: "object",
                properties: {
                    bytes: {
                        type: "number",
                        description: "The bytes of all plugins together: keys, values, and 64 for each entry.",
                        readOnly: true
                    },
                    limit_bytes: {
                        type: "number",
                        readOnly: true
                    },
                    plugins: {
                        type: "array",
                        items: {
                            type: "object",
                            properties: {
                                plugin_slug: {
                                    type: "string",
                                    readOnly: true
                                },
                                keys: {
                                    type: "number",
                                    readOnly: true
                                },
                                bytes: {
                                    type: "number",
                                    readOnly: true
                                }
                            },
                            required: [
                                "plugin_slug",
                                "keys",
                                "bytes"
                            ]
                        },
                        description: "The plugins that store something, by slug.",
                        readOnly: true
                    }
                },
                required: [
                    "bytes",
                    "limit_bytes",
                    "plugins"
                ],
                description: "How much the plugins of an account store."
            },
            StorageItem: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    plugin_slug: {
                        type: "string",
                        readOnly: true
                    },
                    key: {
                        type: "string",
                        readOnly: true
                    },
                    preview: {
                        type: "string",
                        description: "The first characters of the value's JSON text.",
                        readOnly: true
                    },
                    bytes: {
                        type: "number",
                        description: "The bytes of the entry that count against the limit.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "plugin_slug",
                    "key",
                    "preview",
                    "bytes"
                ],
                description: "A stored value in a list."
            },
            StorageRecord: {
                type: "object",
                properties: {
                    json: {
                        type: "string",
                        description: "The value as JSON text.",
                        readOnly: true
                    },
                    revision: {
                        type: "string",
                        description: "A hash of the value's JSON, which differs when the value was changed.",
                        readOnly: true
                    },
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    plugin_slug: {
                        type: "string",
                        readOnly: true
                    },
                    key: {
                        type: "string",
                        readOnly: true
                    },
                    bytes: {
                        type: "number",
                        description: "The bytes of the entry that count against the limit.",
                        readOnly: true
                    }
                },
                required: [
                    "json",
                    "revision",
                    "id",
                    "plugin_slug",
                    "key",
                    "bytes"
                ],
                description: "A stored value."
            },
            MessageItem: {
                type: "object",
                properties: {
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    bot_id: {
                        type: "number",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    platform_id: {
                        type: "string",
                        description: "The platform's id, unchanged.",
                        readOnly: true
                    },
                    chat: {
                        type: "string",
                        description: "The person who wrote it.",
                        readOnly: true
                    },
                    type: {
                        $ref: "#/components/schemas/MessageType",
                        readOnly: true
                    },
                    text: {
                        type: "string",
                        description: "The first 4,096 characters of its text.",
                        readOnly: true
                    },
                    state: {
                        $ref: "#/components/schemas/MessageState",
                        readOnly: true
                    },
                    received_at: {
                        type: "string",
                        readOnly: true
                    },
                    ended_at: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    attempts: {
                        type: "number",
                        description: "How many attempts to handle the message have ended.",
                        readOnly: true
                    },
                    process_deaths: {
                        type: "number",
                        description: "How often the process ended while it handled the message, since the message was last put back.",
                        readOnly: true
                    },
                    retries: {
                        type: "number",
                        description: "How often the message was put back after it had been set aside.",
                        readOnly: true
                    },
                    handled_by: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    runs: {
                        type: "array",
                        items: {
                            type: "object",
                            properties: {
                                plugin: {
                                    type: "string",
                                    readOnly: true
                                },
                                status: {
                                    type: "string",
                                    readOnly: true
                                }
                            },
                            required: [
                                "plugin",
                                "status"
                            ]
                        },
                        description: "The plugins that ran in the last attempt, in order.",
                        readOnly: true
                    },
                    error: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/MessageError"
                            }
                        ],
                        description: "Why it was set aside, or why its last attempt failed.",
                        readOnly: true
                    }
                },
                required: [
                    "id",
                    "bot_id",
                    "platform",
                    "platform_id",
                    "chat",
                    "type",
                    "text",
                    "state",
                    "received_at",
                    "ended_at",
                    "attempts",
                    "process_deaths",
                    "retries",
                    "handled_by",
                    "runs",
                    "error"
                ],
                description: "A message in a list."
            },
            MessageType: {
                oneOf: [
                    {
                        "const": "text"
                    },
                    {
                        "const": "image"
                    },
                    {
                        "const": "voice"
                    },
                    {
                        "const": "file"
                    },
                    {
                        "const": "video"
                    }
                ],
                description: "The kinds of message in a chat."
            },
            MessageTraceView: {
                type: "object",
                properties: {
                    message: {
                        $ref: "#/components/schemas/MessageItem",
                        readOnly: true
                    },
                    attempts: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/AttemptView"
                        },
                        description: "The attempts that have ended, the oldest first.",
                        readOnly: true
                    }
                },
                required: [
                    "message",
                    "attempts"
                ],
                description: "Everything that happened at a message. A member whose name ends in `_ms` with a point in time counts milliseconds\nsince the start of its attempt; `ms` is a duration."
            },
            AttemptView: {
                type: "object",
                properties: {
                    number: {
                        type: "number",
                        readOnly: true
                    },
                    ended: {
                        oneOf: [
                            {
                                "const": "done"
                            },
                            {
                                "const": "set_aside"
                            },
                            {
                                "const": "again"
                            }
                        ],
                        description: "`\"again\"`: the infrastructure failed, and the message was handled again.",
                        readOnly: true
                    },
                    started_at: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        description: "`null` when no plugin ran.",
                        readOnly: true
                    },
                    ended_at: {
                        type: "string",
                        readOnly: true
                    },
                    ms: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "number"
                            }
                        ],
                        readOnly: true
                    },
                    handled_by: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    error: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/MessageError"
                            }
                        ],
                        readOnly: true
                    },
                    logs: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/LogView"
                        },
                        readOnly: true
                    },
                    runs: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/RunView"
                        },
                        readOnly: true
                    }
                },
                required: [
                    "number",
                    "ended",
                    "started_at",
                    "ended_at",
                    "ms",
                    "handled_by",
                    "error",
                    "logs",
                    "runs"
                ],
                description: "One attempt to handle a message."
            },
            SetAsideItem: {
                type: "object",
                properties: {
                    type: {
                        $ref: "#/components/schemas/MessageType",
                        readOnly: true
                    },
                    error: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/MessageError"
                            }
                        ],
                        description: "Why it was set aside, or why its last attempt failed.",
                        readOnly: true
                    },
                    state: {
                        $ref: "#/components/schemas/MessageState",
                        readOnly: true
                    },
                    id: {
                        type: "number",
                        readOnly: true
                    },
                    bot_id: {
                        type: "number",
                        readOnly: true
                    },
                    platform: {
                        oneOf: [
                            {
                                "const": "wechat"
                            },
                            {
                                "const": "feishu"
                            },
                            {
                                "const": "wecom"
                            },
                            {
                                "const": "dingtalk"
                            },
                            {
                                "const": "telegram"
                            }
                        ],
                        readOnly: true
                    },
                    received_at: {
                        type: "string",
                        readOnly: true
                    },
                    ended_at: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    attempts: {
                        type: "number",
                        description: "How many attempts to handle the message have ended.",
                        readOnly: true
                    },
                    process_deaths: {
                        type: "number",
                        description: "How often the process ended while it handled the message, since the message was last put back.",
                        readOnly: true
                    },
                    retries: {
                        type: "number",
                        description: "How often the message was put back after it had been set aside.",
                        readOnly: true
                    },
                    handled_by: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                type: "string"
                            }
                        ],
                        readOnly: true
                    },
                    runs: {
                        type: "array",
                        items: {
                            type: "object",
                            properties: {
                                plugin: {
                                    type: "string",
                                    readOnly: true
                                },
                                status: {
                                    type: "string",
                                    readOnly: true
                                }
                            },
                            required: [
                                "plugin",
                                "status"
                            ]
                        },
                        description: "The plugins that ran in the last attempt, in order.",
                        readOnly: true
                    },
                    user_id: {
                        type: "number",
                        description: "The account that owns the bot.",
                        readOnly: true
                    }
                },
                required: [
                    "type",
                    "error",
                    "state",
                    "id",
                    "bot_id",
                    "platform",
                    "received_at",
                    "ended_at",
                    "attempts",
                    "process_deaths",
                    "retries",
                    "handled_by",
                    "runs",
                    "user_id"
                ],
                description: "A message that was set aside, as an operator sees it: without what people wrote."
            },
            OwnUpdateReport: {
                type: "object",
                properties: {
                    report: {
                        $ref: "#/components/schemas/UpdateReport",
                        readOnly: true
                    },
                    changed: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/RunComparison"
                        },
                        description: "Runs that differ, newest first, at most 20.",
                        readOnly: true
                    }
                },
                required: [
                    "report",
                    "changed"
                ],
                description: "A comparison over an account's own runs."
            },
            RunComparison: {
                type: "object",
                properties: {
                    message_id: {
                        type: "number",
                        readOnly: true
                    },
                    findings: {
                        type: "array",
                        items: {
                            $ref: "#/components/schemas/UpdateFinding"
                        },
                        readOnly: true
                    },
                    calls: {
                        type: "array",
                        items: {
                            type: "object",
                            properties: {
                                sequence: {
                                    type: "number",
                                    readOnly: true
                                },
                                recorded: {
                                    oneOf: [
                                        {
                                            type: "null"
                                        },
                                        {
                                            $ref: "#/components/schemas/ComparedCall"
                                        }
                                    ],
                                    readOnly: true
                                },
                                now: {
                                    oneOf: [
                                        {
                                            type: "null"
                                        },
                                        {
                                            $ref: "#/components/schemas/ComparedCall"
                                        }
                                    ],
                                    readOnly: true
                                }
                            },
                            required: [
                                "sequence",
                                "recorded",
                                "now"
                            ]
                        },
                        description: "Host calls that differ, in order, as recorded and in the rerun; `null`: no call at that place.",
                        readOnly: true
                    },
                    error: {
                        oneOf: [
                            {
                                type: "null"
                            },
                            {
                                $ref: "#/components/schemas/MessageError"
                            }
                        ],
                        description: "Why the rerun fails.",
                        readOnly: true
                    }
                },
                required: [
                    "message_id",
                    "findings",
                    "calls",
                    "error"
                ],
                description: "The comparison of one of an account's own runs."
            },
            UpdateFinding: {
                oneOf: [
                    {
                        "const": "asks_otherwise"
                    },
                    {
                        "const": "sends_otherwise"
                    },
                    {
                        "const": "ends_otherwise"
                    },
                    {
                        "const": "fails"
                    },
                    {
                        "const": "costs_more"
                    }
                ],
                description: "A kind of difference between a rerun and its record."
            },
            ComparedCall: {
                type: "object",
                properties: {
                    operation: {
                        type: "string",
                        readOnly: true
                    },
                    args: {
                        $ref: "#/components/schemas/ShownValue",
                        readOnly: true
                    }
                },
                required: [
                    "operation",
                    "args"
                ],
                description: "A host call of a {@link RunComparison}."
            },
            OwnRerun: {
                type: "object",
                properties: {
                    version: {
                        type: "string",
                        description: "The version that ran on the record.",
                        readOnly: true
                    },
                    comparison: {
                        $ref: "#/components/schemas/RunComparison",
                        readOnly: true
                    }
                },
                required: [
                    "version",
                    "comparison"
                ],
                description: "The rerun of one of an account's own runs."
            },
            RolledBackInstallation: {
                type: "object",
                properties: {
                    bot_id: {
                        type: "number",
                        readOnly: true
                    },
                    plugin_id: {
                        type: "number",
                        readOnly: true
                    },
                    slug: {
                        type: "string",
                        readOnly: true
                    },
                    version: {
                        type: "string",
                        description: "The version that it runs now, and the version before the roll-back.",
                        readOnly: true
                    },
                    former_version: {
                        type: "string",
                        readOnly: true
                    }
                },
                required: [
                    "bot_id",
                    "plugin_id",
                    "slug",
                    "version",
                    "former_version"
                ],
                description: "The state of an installation after its roll-back."
            }
        }
    },
    schemas: [
        {
            type: "object",
            properties: {
                bodies: {
                    $ref: "#/components/schemas/Bodies"
                },
                queries: {
                    $ref: "#/components/schemas/Queries"
                },
                answers: {
                    $ref: "#/components/schemas/Answers"
                }
            },
            required: [
                "bodies",
                "queries",
                "answers"
            ]
        }
    ]
} as import("typia").IJsonSchemaCollection<"3.1">;
