import { isCentinela, type Dispositivo } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { DetailFrame } from '../../components/detail.js';
import { PencilIcon } from '../../components/icons.js';
import { comandosOfDispositivo, dispositivosAddress } from '../../entities/addresses.js';
import { dispositivosOfEmpresa } from '../../entities/dispositivo/dispositivos.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { readUsuario } from '../../lib/session.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { MeterDetails } from './components/meter-details.js';
import { RelayDetails } from './components/relay-details.js';
import { texts } from './textos.js';

interface Props {
  /** Its configuration, of another feature. */
  settings?: (of: { one: Dispositivo; onClose: () => void; onDeleted: () => void }) => ReactNode;
}

/** One device of the relay cloud, for administrators: a meter or a relay. */
export function Component({ settings }: Props) {
  const id = Number(useParams()['id']);
  const own = readUsuario()?.empresa_id ?? null;
  const reading = useQuery(dispositivosOfEmpresa(own));
  const one = reading.data?.find((dispositivo) => dispositivo.id === id);
  const zone = useEmpresaZone(one?.empresa_id ?? null);
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
  const list = dispositivosAddress(one && own === null ? one.empresa_id : null);
  const links = one && (
    <>
      {!isCentinela(one.tipo) && (
        <Button variant="outline" size="sm" asChild>
          <Link to={comandosOfDispositivo(one)}>{texts.comandos}</Link>
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
        <PencilIcon /> {texts.edit}
      </Button>
    </>
  );
  return (
    <InZone value={zone}>
      <DetailFrame back={list} backText={texts.list} notFound={texts.notThere} failed={texts.notRead} reading={reading}>
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
      {editing &&
        one &&
        settings?.({ one, onClose: () => setEditing(false), onDeleted: () => void navigate(list, { replace: true }) })}
    </InZone>
  );
}
