/** Numbers have 31 bits: the lower bits are the index of the place, the others count how often it was reused. */
const PLACES = 2 ** 20;
const GENERATIONS = 2 ** 11;

/** A place for an item; empty while its number is 0. */
interface Slot<Item> {
  number: number;
  item: Item | undefined;
  generation: number;
  readonly place: number;
}

/**
 * A map for items with the lifetime of a call, by numbers between 1 and 2³¹.
 *
 * A long-lived `Map` or `Set` does not suit them: V8 makes a new table whenever enough entries were added and
 * removed, and the old table keeps its entries, with all objects of their calls, reachable until the next full
 * collection. This class reuses its places. Each use of a place has another number, so that a late message about a
 * removed item cannot concern the place's next item.
 */
export class SlotMap<Item extends object> {
  private readonly slots: Slot<Item>[] = [];
  private readonly free: Slot<Item>[] = [];

  /** Number of items. */
  get size(): number {
    return this.slots.length - this.free.length;
  }

  /** Adds an item; returns its number. */
  add(item: Item): number {
    const slot = this.free.pop() ?? this.addSlot();
    slot.generation = (slot.generation % (GENERATIONS - 1)) + 1;
    slot.number = slot.generation * PLACES + slot.place;
    slot.item = item;
    return slot.number;
  }

  get(number: number): Item | undefined {
    return this.find(number)?.item;
  }

  /** Removes an item; returns it, or undefined when it is not there. */
  delete(number: number): Item | undefined {
    const slot = this.find(number);
    if (slot === undefined) return undefined;
    const { item } = slot;
    slot.number = 0;
    slot.item = undefined;
    this.free.push(slot);
    return item;
  }

  /** The items with their numbers, in no particular order. */
  entries(): [number: number, item: Item][] {
    return this.slots.flatMap(({ number, item }): [number, Item][] =>
      item === undefined ? [] : [[number, item]],
    );
  }

  private find(number: number): Slot<Item> | undefined {
    const slot = this.slots[number % PLACES];
    return slot?.item !== undefined && slot.number === number ? slot : undefined;
  }

  private addSlot(): Slot<Item> {
    const place = this.slots.length;
    if (place === PLACES) throw new RangeError(`more than ${PLACES} items`);
    const slot = { number: 0, item: undefined, generation: 0, place };
    this.slots.push(slot);
    return slot;
  }
}
