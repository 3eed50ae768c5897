/** How long device-gateway is waited for, ms: less than whoever asks this service waits, so that the answer says why. */
export const ESPERA_GATEWAY_MS = 3_000;

/** Boards per call to device-gateway (the contract's bound). */
const POR_LLAMADA = 5_000;

/** Asks in one call, or in several when there are more boards than one may name; no call for none. */
export const porTandas = async <T>(ids: readonly number[], ask: (ids: number[]) => Promise<T[]>): Promise<T[]> => {
  const tandas: number[][] = [];
  for (let start = 0; start < ids.length; start += POR_LLAMADA) tandas.push(ids.slice(start, start + POR_LLAMADA));
  return (await Promise.all(tandas.map(ask))).flat();
};
