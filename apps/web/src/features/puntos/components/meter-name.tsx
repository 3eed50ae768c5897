import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../../components/text-link.js';
import { dispositivoAddress } from '../../../entities/addresses.js';
import { dispositivosOfEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { texts } from '../textos.js';

/** The centinela that a point follows, by its name once that is known. */
export function MeterName({ empresaId, id }: { empresaId: number; id: number }) {
  const one = useQuery(dispositivosOfEmpresa(empresaId)).data?.find((each) => each.id === id);
  return <TextLink to={dispositivoAddress({ id })}>{one?.nombre ?? texts.meter(id)}</TextLink>;
}
