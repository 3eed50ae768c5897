import { useParams } from 'react-router-dom';
import { useLiveTurnos } from '../../entities/programa/use-live-turnos.js';
import { readUsuario } from '../../lib/session.js';
import { useSwitchesOfUsuario } from './api/switches-of-usuario.js';
import { DetailFrame } from '../../components/detail.js';
import { SwitchDetails } from './components/switch-details.js';
import { texts } from './textos.js';

const comandosOf = (switchId: number): string => `/panel/comandos?switch=${switchId}`;

/** One switch of an end user. */
export function Component() {
  const id = Number(useParams()['id']);
  useLiveTurnos();
  const switches = useSwitchesOfUsuario(readUsuario()?.id ?? 0);
  const sw = switches.data?.find((one) => one.id === id && Boolean(one.activo));
  return (
    <DetailFrame
      back="/panel/switch"
      backText={texts.detail.back}
      notFound={texts.detail.notFound}
      failed={texts.firstListError}
      reading={switches}
    >
      {sw && <SwitchDetails key={id} sw={sw} switches={switches.data ?? []} empresaId={null} comandosOf={comandosOf} />}
    </DetailFrame>
  );
}
