import { Button } from '@chakra-ui/react';
import { Link, useParams } from 'react-router-dom';
import { switchesAddress, switchFormAddress } from '../../entities/addresses.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { useLiveTurnos } from '../../entities/programa/use-live-turnos.js';
import { useSwitchesOfPanel } from '../../entities/switch/use-live-switches.js';
import { useAddress } from '../../lib/address.js';
import { likelyEmpresa } from '../../lib/likely-empresa.js';
import { readUsuario } from '../../lib/session.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { DetailFrame } from '../../components/detail.js';
import { SwitchDetails } from './components/switch-details.js';
import { texts } from './textos.js';

/** One switch, for administrators; an admin_global's address names its company. */
export function Component() {
  const id = Number(useParams()['id']);
  const { params } = useAddress();
  const usuario = readUsuario();
  const empresaId = (usuario && likelyEmpresa(usuario, params)) ?? 0;
  useLiveTurnos();
  const zone = useEmpresaZone(empresaId);
  const reading = useSwitchesOfPanel(empresaId, empresaId > 0);
  const switches = reading.data ?? (empresaId > 0 ? undefined : []);
  const sw = switches?.find((one) => one.id === id);
  return (
    <InZone value={zone}>
      <DetailFrame
        back={switchesAddress(empresaId)}
        backText={texts.detail.backToList}
        notFound={texts.detail.notInEmpresa}
        failed={texts.firstListError}
        reading={{ ...reading, data: switches }}
      >
        {sw && (
          <SwitchDetails
            key={id}
            sw={sw}
            switches={switches ?? []}
            empresaId={empresaId}
            comandosOf={(switchId) => `/comandos?empresa=${empresaId}&switch=${switchId}`}
          >
            <Button variant="outline" size="sm" asChild>
              <Link to={switchFormAddress({ id, empresa_id: empresaId })}>{texts.detail.edit}</Link>
            </Button>
          </SwitchDetails>
        )}
      </DetailFrame>
    </InZone>
  );
}
