import { isCentinela } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { DetailFrame } from '../../components/detail.js';
import { comandosOfDispositivo, dispositivoFormAddress, dispositivosAddress } from '../../entities/addresses.js';
import { dispositivosOfEmpresa } from '../../entities/dispositivo/dispositivos.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { readUsuario } from '../../lib/session.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { MeterDetails } from './components/meter-details.js';
import { RelayDetails } from './components/relay-details.js';
import { texts } from './textos.js';

/** One device of the relay cloud, for administrators: a meter or a relay. */
export function Component() {
  const id = Number(useParams()['id']);
  const own = readUsuario()?.empresa_id ?? null;
  const reading = useQuery(dispositivosOfEmpresa(own));
  const one = reading.data?.find((dispositivo) => dispositivo.id === id);
  const zone = useEmpresaZone(one?.empresa_id ?? null);
  const links = one && (
    <>
      {!isCentinela(one.tipo) && (
        <Button variant="outline" size="sm" asChild>
          <Link to={comandosOfDispositivo(one)}>{texts.comandos}</Link>
        </Button>
      )}
      <Button variant="outline" size="sm" asChild>
        <Link to={dispositivoFormAddress(one)}>{texts.edit}</Link>
      </Button>
    </>
  );
  return (
    <InZone value={zone}>
      <DetailFrame
        back={dispositivosAddress(one && own === null ? one.empresa_id : null)}
        backText={texts.list}
        notFound={texts.notThere}
        failed={texts.notRead}
        reading={reading}
      >
        {one &&
          (isCentinela(one.tipo) ? (
            <MeterDetails key={id} dispositivo={one}>
              {links}
            </MeterDetails>
          ) : (
            <RelayDetails key={id} dispositivo={one}>
              {links}
            </RelayDetails>
          ))}
      </DetailFrame>
    </InZone>
  );
}
