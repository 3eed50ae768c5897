import type { SwitchEnVivo } from '@acequia/contracts';
import { ConfirmarProvider } from '../../components/confirm.js';
import { DialogoMando } from './switch-dialog.js';

interface Props {
  /** Undefined: none is open. */
  sw: SwitchEnVivo | undefined;
  onCerrar: () => void;
}

/** An end user's hand on one switch, with what its questions need: fetched when it is asked for. */
export const MandoDeUsuario = ({ sw, onCerrar }: Props) => (
  <ConfirmarProvider>
    {sw && (
      <DialogoMando
        titulo={`${sw.zona} - ${sw.nombre}`}
        sw={sw}
        fallo={false}
        comandos={`/panel/comandos?switch=${sw.id}`}
        onCerrar={onCerrar}
      />
    )}
  </ConfirmarProvider>
);
