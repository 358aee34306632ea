/**
 * Wraps a callback that belongs to other code, so that its errors do not reach the caller: `onError` gets what it
 * throws, and what a promise that it returns rejects with. The caller does not wait for the promise.
 *
 * @param onError called with the error, and with the argument of the callback
 */
export function guardCallback<Argument>(
  callback: (argument: Argument) => unknown,
  onError: (error: unknown, argument: Argument) => void,
): (argument: Argument) => void {
  return (argument) => {
    try {
      const returned = callback(argument);
      if (returned instanceof Promise) {
        returned.catch((error: unknown) => onError(error, argument));
      }
    } catch (error) {
      onError(error, argument);
    }
  };
}
