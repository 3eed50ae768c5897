import { type DeliveryDetail, inWords } from '@acequia/contracts';

/** A row from before codes were stored has its sentence. */
export type StoredDetail = DeliveryDetail | string | null;

export const detailInWords = (detail: StoredDetail): string | null =>
  detail === null || typeof detail === 'string' ? detail : inWords(detail);
