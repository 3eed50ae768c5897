import type { SwitchEnVivo } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { MoreContext } from '../../../entities/switch/switch-controls.js';
import { texts } from '../textos.js';

type Controls = ComponentType<{ sw: SwitchEnVivo | undefined; comandos: string; onClose: () => void }>;

interface Props {
  switches: readonly SwitchEnVivo[];
  /** Where the commands of a switch are listed. */
  comandosOf: (switchId: number) => string;
  children: ReactNode;
}

/**
 * Opens the dialog of a switch inside: what is known of it, and its lockout. Its forms are larger than the panel, so they load on demand; when that fails,
 * the panel shows a message and stays.
 */
export function DialogOnDemand({ switches, comandosOf, children }: Props) {
  const [openedId, setOpenedId] = useState<number | null>(null);
  const [Controls, setDialog] = useState<Controls | null>(null);
  const [failure, setFailure] = useState(false);
  const openIt = useCallback((id: number) => {
    setOpenedId(id);
    import('../../../entities/switch/usuario-switch-dialog.js').then(
      ({ UsuarioSwitchDialog }) => {
        setDialog(() => UsuarioSwitchDialog);
        setFailure(false);
      },
      () => setFailure(true),
    );
  }, []);
  return (
    <MoreContext value={openIt}>
      {failure && (
        <Text role="alert" color="fg.warning" px="4" pt="4">
          {texts.operateError}
        </Text>
      )}
      {children}
      {Controls && (
        <MoreContext value={null}>
          <Controls
            sw={switches.find(({ id }) => id === openedId)}
            comandos={comandosOf(openedId ?? 0)}
            onClose={() => setOpenedId(null)}
          />
        </MoreContext>
      )}
    </MoreContext>
  );
}
