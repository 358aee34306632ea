// A class of requests whose address is another text: a host name whose parsing takes the square of its length.
// expect: handled
// default-limits: true
const names = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + at)).join("");
class Faced extends Request {
  get url() {
    return "https://" + names.repeat(10);
  }
  get method() {
    return names;
  }
}
export async function handler() {
  const answers = Array.from({ length: 20 }, () => fetch(new Faced("https://a.example/")));
  await Promise.allSettled(answers);
  return { handled: true };
}
