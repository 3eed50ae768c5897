/** How long device-gateway is waited for, ms: less than whoever asks this service waits, so that the answer says why. */
export const WAIT_GATEWAY_MS = 3_000;

/** Boards per call to device-gateway (the contract's bound). */
const BY_CALL = 5_000;

/** Asks in one call, or in several when there are more boards than one may name; no call for none. */
export const byBatches = async <T>(ids: readonly number[], ask: (ids: number[]) => Promise<T[]>): Promise<T[]> => {
  const rounds: number[][] = [];
  for (let start = 0; start < ids.length; start += BY_CALL) rounds.push(ids.slice(start, start + BY_CALL));
  return (await Promise.all(rounds.map(ask))).flat();
};
