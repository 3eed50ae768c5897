import type { Empresa } from '@acequia/contracts';
import { texts } from './textos.js';

const DAY_MS = 86_400_000;
/** A near expiry is shown from this many days before. */
const SOON_DAYS = 30;

/** Text of a suspension or a near expiry; null when neither applies. `today` and the expiry are YYYY-MM-DD, and the day itself still counts. */
export function expiryText(
  { activa, fecha_vencimiento }: Pick<Empresa, 'activa' | 'fecha_vencimiento'>,
  today: string,
): string | null {
  if (activa === 0) return texts.suspended;
  const days = Math.round((Date.parse(fecha_vencimiento.slice(0, 10)) - Date.parse(today)) / DAY_MS);
  if (days < 0) return texts.expired;
  if (days === 0) return texts.expiresToday;
  return days <= SOON_DAYS ? texts.expiresIn(days) : null;
}
