import {
  type AdapterContractSetup,
  type ContractFixture,
  type ContractSimulator,
  observeCapabilities,
  type ObservedCapabilities,
  openContractFixture,
} from "@botwright/adapter-kit/contract";
import type { Platform } from "@botwright/core";
import { contractSetup as dingtalk } from "../../packages/adapter-dingtalk/test/dingtalk.ts";
import { contractSetup as feishu } from "../../packages/adapter-feishu/test/feishu.ts";
import { contractSetup as telegram } from "../../packages/adapter-telegram/test/telegram.ts";
import { contractSetup as wechat } from "../../packages/adapter-wechat/test/wechat.ts";
import { contractSetup as wecom } from "../../packages/adapter-wecom/test/wecom.ts";

/** What tests do with any platform. */
export interface PlatformTests {
  /** The id of a person on this platform. */
  readonly user: string;
  readonly open: () => Promise<
    Pick<ContractFixture<ContractSimulator, object>, "simulator" | "adapter"> & AsyncDisposable
  >;
  readonly observe: () => Promise<ObservedCapabilities>;
}

/** The platforms with the setups of their contract tests. */
export const PLATFORMS: Readonly<Record<Platform, PlatformTests>> = {
  wechat: testsOf(wechat()),
  feishu: testsOf(feishu()),
  wecom: testsOf(wecom()),
  dingtalk: testsOf(dingtalk()),
  telegram: testsOf(telegram()),
};

function testsOf<S extends ContractSimulator, O extends object>(
  setup: AdapterContractSetup<S, O>,
): PlatformTests {
  return {
    user: setup.users[0],
    open: () => openContractFixture(setup),
    observe: () => observeCapabilities(setup),
  };
}
