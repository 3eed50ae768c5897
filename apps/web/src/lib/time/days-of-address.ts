import { useAddress } from '../address.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days that this screen's address asks for (`?desde&hasta`); null = it names none. */
export const useDaysOfAddress = (): { desde: string; hasta: string } | null => {
  const { params } = useAddress();
  const [desde, hasta] = [params.get('desde') ?? '', params.get('hasta') ?? ''];
  return DAY.test(desde) && DAY.test(hasta) && desde <= hasta ? { desde, hasta } : null;
};
