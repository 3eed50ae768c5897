/** Relays and meters of the stand-in, with what the cloud reports for each model. */
export const MODELS = ['shelly1', 'plus1', 'plus1pm', 'pro3em', 'pro3em_mono'] as const;
export type Model = (typeof MODELS)[number];

export interface ModelFacts {
  code: string;
  gen: 'G1' | 'G2';
  /** Relay outputs. */
  channels: 0 | 1;
  /** `type` of a v2 answer; unknown for meters, and then left out. */
  type?: 'relay';
}

export const MODEL_FACTS: Readonly<Record<Model, ModelFacts>> = {
  shelly1: { code: 'SHSW-1', gen: 'G1', channels: 1, type: 'relay' },
  plus1: { code: 'SNSW-001X16EU', gen: 'G2', channels: 1, type: 'relay' },
  plus1pm: { code: 'SNSW-001P16EU', gen: 'G2', channels: 1, type: 'relay' },
  pro3em: { code: 'SPEM-003CEBEU', gen: 'G2', channels: 0 },
  pro3em_mono: { code: 'SPEM-003CEBEU', gen: 'G2', channels: 0 },
};

const HEX = /^[0-9a-f]{1,14}$/;

/** The canonical id: lower-case hex. @throws Error for an invalid id. */
export const hexId = (id: string): string => {
  const hex = id.trim().toLowerCase();
  if (!HEX.test(hex)) throw new Error(`${id} no es un id de dispositivo en hexadecimal`);
  return hex;
};

/** Whether `asked` spells the device's id: hex in any case, or the same number in decimal. */
export const sameId = (hex: string, asked: string): boolean => {
  const text = asked.trim().toLowerCase();
  return text === hex || text === BigInt(`0x${hex}`).toString();
};
