import { isObject, textOf } from "../errors.ts";

/** The legacy numeric codes of error names; newer names have 0. */
const CODES: Readonly<Record<string, number>> = {
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
};

/** An error of the Web's interfaces; programs distinguish them by `name`. */
export class GuestDOMException extends Error {
  readonly #name: string;

  constructor(message: unknown = "", options: unknown = "Error") {
    super(textOf(message));
    this.#name = textOf(isObject(options) ? (options["name"] ?? "Error") : options);
    if (isObject(options) && "cause" in options) {
      const { cause } = options;
      Object.defineProperty(this, "cause", { value: cause, writable: true, configurable: true });
    }
  }

  static {
    // The language's own type has a field there, which an accessor may not replace.
    const access: PropertyDescriptor & ThisType<GuestDOMException> = {
      get() {
        return this.#name;
      },
      configurable: true,
    };
    Object.defineProperty(this.prototype, "name", access);
  }

  get code(): number {
    return Object.hasOwn(CODES, this.#name) ? (CODES[this.#name] ?? 0) : 0;
  }
}
