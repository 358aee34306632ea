let now = 0;

/** Sets the time that `Date` shows; it stands still between host calls. */
export function setTime(milliseconds: number): void {
  now = milliseconds;
}

/** Replaces `Date` by one that reads the call's clock. */
export function installDate(): void {
  const Native = Date;
  const GuestDate = function (this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return new Native(now).toString();
    return Reflect.construct(Native, args.length === 0 ? [now] : args, new.target);
  };
  const hidden = { writable: true, configurable: true, enumerable: false };
  Object.defineProperties(GuestDate, {
    name: { value: "Date", configurable: true },
    length: { value: 7, configurable: true },
    prototype: { value: Native.prototype, writable: false },
    now: { ...hidden, value: () => now },
    parse: { ...hidden, value: Native.parse },
    UTC: { ...hidden, value: Native.UTC },
  });
  Object.defineProperty(Native.prototype, "constructor", { ...hidden, value: GuestDate });
  Object.defineProperty(globalThis, "Date", { ...hidden, value: GuestDate });
}
