import { chakra } from '@chakra-ui/react';
import { daysUntil } from '../../../lib/expiry.js';
import { isNearLimit, SOON_DAYS } from '../lib/commercial.js';
import { texts } from '../textos.js';

interface ExpiryProps {
  /** YYYY-MM-DD…, in the zone. */
  day: string;
  zone: string;
  expired: string;
}

/** A day that ends something: highlighted when it is near, and when it has passed. */
export function Expiry({ day: text, zone, expired }: ExpiryProps) {
  const day = text.slice(0, 10);
  const days = daysUntil(day, zone);
  if (days > SOON_DAYS) return day;
  return (
    <chakra.span
      display="inline-block"
      whiteSpace="normal"
      lineHeight="1.2"
      color={days < 0 ? 'fg.error' : 'fg.warning'}
      fontWeight="600"
      title={texts.expiredHelp}
    >
      {day} · {days < 0 ? expired : texts.inDays(days)}
    </chakra.span>
  );
}

/** How many users a company has of its limit, when few are left. */
export const nearLimit = (count: number, limit: number | null) =>
  isNearLimit(count, limit) ? (
    <chakra.span fontSize="xs" fontWeight="600" color="fg.warning">
      {texts.ofLimit(count, limit)}
    </chakra.span>
  ) : null;
