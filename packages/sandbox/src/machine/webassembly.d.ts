/** The part of WebAssembly that the sandbox uses; TypeScript declares it only in the DOM library. */
declare namespace WebAssembly {
  class Module {
    private readonly brand;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
