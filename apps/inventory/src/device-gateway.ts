/** Longest wait for device-gateway, ms: shorter than the caller's own wait, so that the caller gets the reason. */
export const WAIT_GATEWAY_MS = 3_000;

/** Most boards per call to device-gateway, the contract's limit. */
const BY_CALL = 5_000;

/** Splits the ids into calls of at most {@link BY_CALL}; no call for no ids. */
export const byBatches = async <T>(ids: readonly number[], ask: (ids: number[]) => Promise<T[]>): Promise<T[]> => {
  const rounds: number[][] = [];
  for (let start = 0; start < ids.length; start += BY_CALL) rounds.push(ids.slice(start, start + BY_CALL));
  return (await Promise.all(rounds.map(ask))).flat();
};
