import { BotwrightError } from "@botwright/core";
import type { Hono } from "hono";
import { renderSVG } from "uqr";
import type { RouteOptions } from "./routes.ts";
import { findBot } from "./simulator-routes.ts";
import type { Phone, WechatLogin } from "./wechat-login.ts";

/** The QR login: what to draw, and the phone's part. */
export function addLoginRoutes(app: Hono, { bots }: RouteOptions): void {
  const loginOf = (platform: string): WechatLogin => {
    const { login } = findBot(bots, platform);
    if (login !== undefined) return login;
    throw new BotwrightError(`${platform} has no login by QR code`, { code: "NOT_FOUND" });
  };

  app.get("/simulators/:platform/login", (context) =>
    context.json(loginOf(context.req.param("platform")).view()),
  );

  app.get("/simulators/:platform/login.svg", (context) => {
    const { content } = loginOf(context.req.param("platform")).view();
    if (content === undefined) {
      throw new BotwrightError("there is no QR code at this moment", { code: "NO_QR_CODE" });
    }
    return context.body(renderSVG(content, { border: 4, ecc: "M" }), 200, {
      "content-type": "image/svg+xml",
      "cache-control": "no-store",
    });
  });

  const addPhoneRoute = (action: string, act: (phone: Phone) => Promise<void>): void => {
    app.post(`/simulators/:platform/${action}`, async (context) => {
      const login = loginOf(context.req.param("platform"));
      if (login.phone === undefined) {
        throw new BotwrightError("the phone is a real one here", { code: "NOT_SIMULATED" });
      }
      await act(login.phone);
      return context.json(login.view());
    });
  };
  addPhoneRoute("scan", (phone) => phone.scan());
  addPhoneRoute("confirm", (phone) => phone.confirm());
  addPhoneRoute("expire", (phone) => phone.expire());
  addPhoneRoute("logout", (phone) => phone.logOut());
}
