/** The package has no types of its own. */
declare module "jsfuck" {
  const jsfuck: {
    JSFuck: {
      /** Writes code with six characters; `run` makes it call itself. */
      encode(code: string, run: boolean): string;
    };
  };
  export default jsfuck;
}
