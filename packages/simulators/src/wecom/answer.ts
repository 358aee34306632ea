import { randomBytes } from "node:crypto";

/** A refusal; the platform answers it with HTTP 200. */
export class WireError extends Error {
  readonly errcode: number;

  constructor(errcode: number, errmsg: string = TEXTS.get(errcode) ?? "error") {
    super(errmsg);
    this.errcode = errcode;
  }
}

/** The platform's texts of its errors. */
const TEXTS: ReadonlyMap<number, string> = new Map([
  [-1, "system error"],
  [40001, "invalid credential"],
  [40003, "invalid userid"],
  [40004, "invalid media type"],
  [40005, "invalid type parameter"],
  [40006, "invalid media size"],
  [40007, "invalid media_id"],
  [40008, "invalid message type"],
  [40009, "invalid image size"],
  [40011, "invalid video size"],
  [40013, "invalid corpid"],
  [40014, "invalid access_token"],
  [40033, "invalid charset"],
  [40056, "invalid agentid"],
  [40058, "invalid parameter"],
  [41001, "access_token missing"],
  [41002, "corpid missing"],
  [41004, "secret missing"],
  [41006, "media_id missing"],
  [41011, "agentid missing"],
  [42001, "access_token expired"],
  [43001, "require GET method"],
  [43002, "require POST method"],
  [44001, "empty media data"],
  [44004, "empty content"],
  [45001, "multimedia file over size"],
  [45002, "content size out of limit"],
  [45007, "playtime out of limit (60 seconds)"],
  [45009, "api freq out of limit"],
  [45033, "api concurrent out of limit"],
  [47001, "data format error"],
  [48002, "api forbidden"],
  [50003, "application is disabled"],
  [60011, "no privilege to access/modify contact/party/agent"],
  [60020, "not allow to access from your ip"],
  [60111, "userid not found"],
  [81013, "user & party & tag all invalid"],
  [82001, "userid, partyid, tagid all empty"],
  [301002, "not allow operate another agent with this accesstoken"],
  [830002, "file too large, range needed"],
]);

let hints = 0;

/** The refusal as JSON; its text ends with the hint that the platform adds for its support. */
export function toBody(error: WireError, now: number): object {
  hints += 1;
  const hint = `${Math.floor(now / 1000)}_${hints}_${randomBytes(16).toString("hex")}`;
  const more = `https://open.work.weixin.qq.com/devtool/query?e=${error.errcode}`;
  return {
    errcode: error.errcode,
    errmsg: `${error.message}, hint: [${hint}], from ip: 127.0.0.1, more info at ${more}`,
  };
}
