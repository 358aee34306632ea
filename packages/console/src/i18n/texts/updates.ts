import { texts } from "../texts.ts";

/** The texts of reports on how a version does on recorded runs. */
export const updates = texts(
  {
    "report.check": "Run on recorded messages",
    "report.runs": "Runs compared",
    "report.same": "Same",
    "report.asks_otherwise": "Different host calls",
    "report.sends_otherwise": "Different messages",
    "report.ends_otherwise": "Different result",
    "report.fails": "Now failing",
    "report.costs_more": "Costing more",
    "report.not_comparable": "Not comparable",
    "report.incomplete": "The time was up before all runs were compared.",
  },
  {
    "report.check": "在已记录的消息上运行",
    "report.runs": "比较的运行",
    "report.same": "相同",
    "report.asks_otherwise": "宿主调用不同",
    "report.sends_otherwise": "消息不同",
    "report.ends_otherwise": "结果不同",
    "report.fails": "现在失败",
    "report.costs_more": "费用更高",
    "report.not_comparable": "无法比较",
    "report.incomplete": "时间用完，未比较全部运行。",
  },
);
