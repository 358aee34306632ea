import type { Arrived, UpstreamAnswer } from "./upstream.ts";

const json = (body: unknown): UpstreamAnswer => ({ body: JSON.stringify(body) });

/** As OpenAI's API and those like it answer. */
export function openai({ url }: Arrived): UpstreamAnswer {
  if (url.pathname.endsWith("/models")) {
    const data = ["small", "painter"].map((id) => ({ id, object: "model", owned_by: "us" }));
    return json({ object: "list", data });
  }
  if (url.pathname.endsWith("/images/generations")) {
    return json({ created: 1, data: [{ url: "https://images.example.com/1.png" }] });
  }
  if (!url.pathname.endsWith("/chat/completions")) return { status: 404, body: "{}" };
  return json({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "small",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: "yes", refusal: null },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
  });
}

const isNothing = ({ url, body }: Arrived): boolean =>
  url.searchParams.get("q") === "nothing" || body.includes('"nothing"');

/** The pages that the contract asks for. */
const PAGES = Array.from({ length: 10 }, (_, index) =>
  index === 0
    ? { title: "Cats & dogs", url: "https://example.com/1?a=1&b=2", text: "All about “cats”" }
    : { title: `Page ${index}`, url: `https://example.com/${index + 1}`, text: "…" },
);

/** As an instance of SearXNG answers. */
export function searxng(request: Arrived): UpstreamAnswer {
  const found = isNothing(request) ? [] : PAGES;
  const results = found.map(({ title, url, text }) => ({
    url,
    title,
    content: text,
    engine: "wikipedia",
    parsed_url: ["https", "example.com", "/", "", "", ""],
    engines: ["wikipedia"],
    score: 1,
    category: "general",
  }));
  const query = request.url.searchParams.get("q");
  return json({ query, number_of_results: 0, results, answers: [], suggestions: [] });
}

/** As Brave's API answers: titles and descriptions are HTML, and without pages there is no `web`. */
export function brave(request: Arrived): UpstreamAnswer {
  const query = { original: request.url.searchParams.get("q"), more_results_available: false };
  if (isNothing(request)) return json({ type: "search", query });
  const results = PAGES.map(({ title, url, text }) => ({
    title: title.replace("&", "&amp;"),
    url,
    description: text.replace("cats", "<strong>cats</strong>"),
    is_source_local: false,
    profile: { name: "Example", url },
  }));
  return json({ type: "search", query, web: { type: "search", results } });
}

/** As Tavily's API answers. */
export function tavily(request: Arrived): UpstreamAnswer {
  const found = isNothing(request) ? [] : PAGES;
  const results = found.map(({ title, url, text }) => ({ title, url, content: text, score: 0.9 }));
  return json({ query: "", answer: null, images: [], results, response_time: 0.5 });
}

/** As DuckDuckGo's page without scripts looks, with an advertisement before the results. */
export function duckduckgo(request: Arrived): UpstreamAnswer {
  const advertisement = resultOf("Buy cats", "//duckduckgo.com/y.js?ad_domain=cats.example", "Ad");
  const pages = PAGES.map(({ title, url, text }) =>
    resultOf(
      title.replace("&", "&amp;"),
      `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=0a1b`,
      text.replace("cats", "<b>cats</b>"),
    ),
  );
  const found = isNothing(request)
    ? '<div class="no-results">No results.</div>'
    : [advertisement, ...pages].join("\n");
  const body = `<!DOCTYPE html><html><head><title>DuckDuckGo</title></head><body>
<form action="/html/" method="post"><input name="q"></form>
<div class="serp__results"><div id="links" class="results">${found}</div></div></body></html>`;
  return { type: "text/html; charset=UTF-8", body };
}

function resultOf(title: string, href: string, snippet: string): string {
  return `<div class="result results_links results_links_deep web-result "><div class="links_main">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${title}</a></h2>
<div class="result__extras"><a class="result__url" href="${href}"> example.com </a></div>
<a class="result__snippet" href="${href}">${snippet}</a></div></div>`;
}
