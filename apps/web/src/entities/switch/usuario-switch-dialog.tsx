import type { SwitchEnVivo } from '@acequia/contracts';
import { ConfirmProvider } from '../../components/confirm.js';
import { SwitchDialog } from './switch-dialog.js';

interface Props {
  /** Undefined: the dialog is closed. */
  sw: SwitchEnVivo | undefined;
  /** Link to its commands. */
  comandos: string;
  onClose: () => void;
}

/** The dialog of one switch for an end user, with the confirm provider it needs; loaded on demand. */
export const UsuarioSwitchDialog = ({ sw, comandos, onClose }: Props) => (
  <ConfirmProvider>
    {sw && (
      <SwitchDialog title={`${sw.zona} - ${sw.nombre}`} sw={sw} failure={false} comandos={comandos} onClose={onClose} />
    )}
  </ConfirmProvider>
);
