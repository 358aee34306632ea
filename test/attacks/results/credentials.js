// Changes credentials, models and search results that services answered.
// expect: handled
// runs: 2
export async function handler({ getPlatformCreds, aiService, searchService }) {
  const ask = () =>
    Promise.all([
      getPlatformCreds("feishu"),
      aiService.getModelInfo("small"),
      searchService.search("cats"),
    ]);
  const before = await ask();
  const text = JSON.stringify(before);
  before[0].app_secret = "forged";
  before[1].name = "forged";
  before[2].results.length = 0;
  before[2].results.push("forged");
  return { handled: JSON.stringify(await ask()) === text };
}
