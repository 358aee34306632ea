/** The application that the tests use. */
export const CREDENTIALS = { app_id: "cli_example", app_secret: "example-secret" };

const API = "https://open.feishu.cn/open-apis";
const TOKEN = "t-example";

const refusal = (code, msg) => Response.json({ code, msg }, { status: code < 20_000 ? 200 : 400 });

/**
 * Feishu's token and calendar calls as its documentation describes them, over events in memory.
 *
 * @param {{ api?: string }} [options]
 */
export function createCalendarService({ api = API } = {}) {
  const events = [];
  const requests = [];

  /** Answers a call that has a good token. */
  function withToken(answer) {
    return async (request) => {
      const body = request.method === "POST" ? await request.json() : undefined;
      const url = new URL(request.url);
      requests.push({ path: url.pathname, body });
      if (request.headers.get("authorization") !== `Bearer ${TOKEN}`) {
        return refusal(99991663, "Invalid access token for authorization.");
      }
      return { code: 0, msg: "success", data: answer(body, url) };
    };
  }

  const calendar = `${api}/calendar/v4/calendars/*`;
  return {
    events,
    requests,
    routes: {
      [`POST ${api}/auth/v3/tenant_access_token/internal`]: async (request) => {
        const { app_id, app_secret } = await request.json();
        if (app_id !== CREDENTIALS.app_id || app_secret !== CREDENTIALS.app_secret) {
          return refusal(10014, "app secret invalid");
        }
        return { code: 0, msg: "ok", tenant_access_token: TOKEN, expire: 7200 };
      },
      [`POST ${api}/calendar/v4/calendars/primary`]: withToken(() => ({
        calendars: [
          {
            calendar: { calendar_id: "feishu.cn_own@group.calendar.feishu.cn", type: "primary" },
            user_id: "",
          },
        ],
      })),
      [`GET ${calendar}/events/instance_view?*`]: withToken((_body, { searchParams }) => {
        const [from, to] = ["start_time", "end_time"].map((name) => Number(searchParams.get(name)));
        const items = events.filter(({ start_time: { timestamp } }) => {
          return timestamp === undefined || (timestamp >= from && timestamp < to);
        });
        return { items };
      }),
      [`POST ${calendar}/events/*/attendees?user_id_type=open_id`]: withToken((body) => body),
      [`POST ${calendar}/events`]: withToken((body) => {
        const event = { ...body, event_id: `event-${events.length + 1}_0`, status: "confirmed" };
        events.push(event);
        return { event };
      }),
    },
  };
}
