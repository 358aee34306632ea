/**
 * Replies as a language model writes them, alternately in Chinese and English. Each section has a heading, two
 * paragraphs with bold text, code and a link, a bullet list with a nested level, a numbered list, and in turn a block
 * of code, a table or a quote: the usual parts of such replies, and no unusual ones.
 */
const chinese = {
  heading: (n: number) => `## ${n}. 如何提升接口的响应速度`,
  first: `要让接口更快，**先测量，再优化**。请先确认瓶颈在哪里：是数据库查询、网络往返，还是序列化？常见的做法是打开慢查询日志，并用 \`EXPLAIN\` 查看执行计划。`,
  second: `如果大部分时间都花在**等待**上，可以考虑并发请求或者缓存。详细的说明见[官方文档](https://docs.example.com/guide/performance_tuning)，里面列出了各个参数的*默认值*和建议值。`,
  bullets: `- **缓存**：把不常变化的结果放进内存\n  - 设置合理的过期时间\n  - 写入时主动失效\n- **索引**：为 \`user_id\` 和 \`created_at\` 建立联合索引\n- 减少一次请求里的查询次数`,
  numbers: `1. 打开 \`config.yaml\`，找到 \`pool_size\`\n2. 把它改成 **20**，然后重启服务\n3. 观察十分钟，记录平均耗时`,
  quote: `> 注意：修改之前请先备份。\n> 线上环境建议在低峰期操作。`,
  table: `| 方案 | 平均耗时 | 说明 |\n|:---|---:|---|\n| 原始 | 480 ms | 没有缓存 |\n| 加索引 | 120 ms | 查询变快 |\n| 加缓存 | **15 ms** | 命中率 92% |`,
};
const english = {
  heading: (n: number) => `### Step ${n}: Measure before you change anything`,
  first: `Start with a **baseline**. Run the same request a hundred times and write down the median, not the average, because a few slow outliers would hide the real picture. The \`--repeat\` option does this for you.`,
  second: `Once you have numbers, look for the *largest* contributor first. In most services that is the database; see [the tuning guide](https://docs.example.com/en/tuning) for a checklist. If you are not sure, ask yourself: what would happen if this part took no time at all?`,
  bullets: `- **Connection pool**: keep it small, but never below the number of workers\n- **Payload size**: send only the fields that the client really needs\n  - drop \`debug\` fields\n  - compress anything above 1 kB\n- Avoid chatty protocols`,
  numbers: `1. Install the profiler with \`npm install --save-dev profiler\`\n2. Run it against a **staging** server\n3. Compare the flame graphs before and after`,
  quote: `> Tip: a cache that is never invalidated is a bug that has not happened yet.`,
  table: `| Option | Default | Meaning |\n|---|---|---|\n| \`timeout\` | 30 s | give up after this long |\n| \`retries\` | 3 | how often to try again |`,
};
const code = `\`\`\`ts\nconst started = performance.now();\nconst rows = await db.query("select * from orders where user_id = $1", [id]);\nconsole.log(\`took \${performance.now() - started} ms\`);\n\`\`\``;

function section(n: number): string {
  const words = n % 2 === 0 ? english : chinese;
  const extra = [code, words.table, words.quote][n % 3] ?? code;
  return [words.heading(n), words.first, words.bullets, words.second, extra, words.numbers].join(
    "\n\n",
  );
}

/** Makes a reply of whole lines, with at most `bytes` bytes of UTF-8. */
function replyOf(bytes: number): string {
  const lines: string[] = [];
  let size = 0;
  for (let n = 1; ; n += 1) {
    for (const line of `${section(n)}\n`.split("\n")) {
      size += Buffer.byteLength(line) + 1;
      if (size > bytes && lines.length > 0) return lines.join("\n").trimEnd();
      lines.push(line);
    }
  }
}

/** A short reply of about 200 bytes: two lines, a list and a link. */
const shortReply = `**今天的天气**：晴，最高 28°C。

- 上午适合*户外活动*
- 下午注意 \`UV\` 指数

详情见 [天气预报](https://weather.example.com/today)，祝你愉快！`;

/** Makes prose of about `bytes` bytes without any Markdown. */
function proseOf(bytes: number): string {
  const paragraphs = [
    "要让接口更快，先测量，再优化。请先确认瓶颈在哪里：是数据库查询、网络往返，还是序列化？常见的做法是打开慢查询日志，并查看执行计划。",
    "Start with a baseline. Run the same request a hundred times and write down the median, not the average, because a few slow outliers would hide the real picture.",
    "如果大部分时间都花在等待上，可以考虑并发请求或者缓存。2026 年的数据显示，命中率在 92% 以上时效果最明显。",
  ];
  let text = "";
  for (let n = 0; Buffer.byteLength(text) < bytes; n += 1) {
    text += `${text === "" ? "" : "\n\n"}${paragraphs[n % paragraphs.length]}`;
  }
  return text;
}

/** The texts that each engine converts, by name. */
export const INPUTS: Readonly<Record<string, string>> = {
  "200 B": shortReply,
  "1 kB": replyOf(1000),
  "4 kB": replyOf(4000),
  "50 kB": replyOf(50_000),
  "no Markdown, 1 kB": proseOf(1000),
};
