export function isConsoleBuilt(root: string): boolean;
