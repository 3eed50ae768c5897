import { Button, Center, Flex, Heading, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { RefreshIcon, SwitchIcon, ClockIcon, OfflineIcon, ProgramIcon } from '../../components/icons.js';
import { Card } from '../../components/card.js';
import { GuardedPart } from '../../components/guarded-part.js';
import { useServerThere } from '../../lib/live/live.js';
import { neverCame } from '../../lib/http/query-client.js';
import { lastFailed } from '../../lib/http/reread.js';
import { STORAGE_KEYS, readUsuario } from '../../lib/session.js';
import { useSwitchesOfUsuario } from './api/switches-of-usuario.js';
import { GeneralHistory } from './components/general-history.js';
import { SensorHistory } from './components/sensor-history.js';
import { DialogOnDemand } from './components/dialog-on-demand.js';
import { SwitchTable } from './components/switch-table.js';
import { pairsOf } from './lib/pairs.js';
import { texts } from './textos.js';

export function Component() {
  const usuario = readUsuario();
  const usuarioId = usuario?.id ?? 0;
  const switches = useSwitchesOfUsuario(usuarioId);
  const connected = useServerThere();
  const [updating, setUpdating] = useState(false);
  const [chosenKey, setChosenKey] = useState(() => localStorage.getItem(STORAGE_KEYS.par));
  const failure = neverCame(switches) && !switches.data;
  const loading = switches.isLoading && !failure;
  // PANEL-13: a failed load empties a list that never came; one that did is kept, with its ages telling the truth.
  const pairs = pairsOf(switches.data ?? []);
  const chosenPair = pairs.find(({ key }) => key === chosenKey) ?? pairs[0];

  const choose = (key: string) => {
    localStorage.setItem(STORAGE_KEYS.par, key);
    setChosenKey(key);
  };

  // Only what was asked for shows as busy, and without `disabled`, which would take the focus from under a keyboard.
  const update = async () => {
    if (updating) return;
    setUpdating(true);
    await switches.refetch();
    setUpdating(false);
  };

  return (
    <Stack gap="5">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
          {texts.title}
        </Heading>
        <Flex gap="2" wrap="wrap">
          <Button variant="outline" asChild>
            <Link to="/panel/programas">
              <ProgramIcon /> {texts.programas}
            </Link>
          </Button>
          <Button variant="outline" asChild>
            <Link to="/panel/comandos">
              <ClockIcon /> {texts.comandos}
            </Link>
          </Button>
          <Button colorPalette="campo" onClick={() => void update()} aria-busy={updating}>
            {updating ? <Spinner size="sm" /> : <RefreshIcon />} {texts.update}
          </Button>
        </Flex>
      </Flex>
      {lastFailed(switches) && switches.data && connected && (
        <Text role="alert" color="fg.warning">
          {texts.listError}
        </Text>
      )}
      <Card p="0" overflow="hidden">
        {loading ? (
          <Waiting />
        ) : pairs.length > 0 ? (
          <DialogOnDemand switches={switches.data ?? []}>
            <SwitchTable pairs={pairs} />
          </DialogOnDemand>
        ) : switches.data ? (
          <Empty icon={<SwitchIcon />} title={texts.empty} help={texts.emptyHelp} />
        ) : (
          <Empty icon={<OfflineIcon />} title={texts.firstListError} help={texts.errorHelp} error />
        )}
      </Card>
      <GuardedPart height="7rem" keys={[switches.dataUpdatedAt]}>
        <SensorHistory pairs={pairs} chosenPair={chosenPair} onChoose={choose} loading={loading} failure={failure} />
      </GuardedPart>
      <GuardedPart height="7rem" keys={[switches.dataUpdatedAt]}>
        <GeneralHistory usuarioId={usuarioId} empresaId={usuario?.empresa_id ?? null} />
      </GuardedPart>
    </Stack>
  );
}

function Waiting() {
  return (
    <Stack p="4" gap="4" aria-busy>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h="12" />
      ))}
    </Stack>
  );
}

interface EmptyProps {
  icon: ReactNode;
  title: string;
  help: string;
  error?: boolean;
}

function Empty({ icon, title, help, error = false }: EmptyProps) {
  return (
    <Center
      data-vacio
      py="14"
      px="6"
      flexDirection="column"
      gap="2"
      textAlign="center"
      role={error ? 'alert' : undefined}
    >
      <Text fontSize="3xl" color={error ? 'fg.warning' : 'fg.subtle'}>
        {icon}
      </Text>
      <Text fontWeight="600">{title}</Text>
      <Text color="fg.muted">{help}</Text>
    </Center>
  );
}
