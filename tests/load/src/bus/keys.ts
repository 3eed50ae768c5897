/** Keys and fields of the bare pattern that the bus is measured beside. */
export const BARE = { stream: '{bare}:requests', group: 'bare', field: 'c', channel: 'bare:replies' } as const;
