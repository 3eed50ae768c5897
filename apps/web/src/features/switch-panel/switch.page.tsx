import type { SwitchEnVivo } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { PencilIcon } from '../../components/icons.js';
import { switchesAddress } from '../../entities/addresses.js';
import { useEmpresaOfThing } from '../../entities/empresa/empresa-of-thing.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { useLiveTurnos } from '../../entities/programa/use-live-turnos.js';
import { ALL_SWITCHES } from '../../entities/switch/switches.js';
import { useSwitchesOfPanel } from '../../entities/switch/use-live-switches.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { DetailFrame } from '../../components/detail.js';
import { SwitchDetails } from './components/switch-details.js';
import { texts } from './textos.js';

interface Props {
  /** Its configuration, of another feature. */
  settings?: (of: {
    one: SwitchEnVivo;
    switches: readonly SwitchEnVivo[];
    onClose: () => void;
    onDeleted: () => void;
  }) => ReactNode;
}

/** One switch, for administrators. */
export function Component({ settings }: Props) {
  const id = Number(useParams()['id']);
  const { empresaId: known, isSought } = useEmpresaOfThing(id, ALL_SWITCHES);
  const empresaId = known ?? 0;
  useLiveTurnos();
  const zone = useEmpresaZone(empresaId);
  const reading = useSwitchesOfPanel(empresaId, empresaId > 0);
  const switches = reading.data ?? (empresaId > 0 || isSought ? undefined : []);
  const sw = switches?.find((one) => one.id === id);
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
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
            <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
              <PencilIcon /> {texts.detail.edit}
            </Button>
          </SwitchDetails>
        )}
      </DetailFrame>
      {editing &&
        sw &&
        settings?.({
          one: sw,
          switches: switches ?? [],
          onClose: () => setEditing(false),
          onDeleted: () => void navigate(switchesAddress(empresaId), { replace: true }),
        })}
    </InZone>
  );
}
