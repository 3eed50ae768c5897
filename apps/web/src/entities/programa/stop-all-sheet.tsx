import type { Comando, RouteBodyInput } from '@acequia/contracts';
import { isOpenComando } from '@acequia/contracts';
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Sheet } from '../../components/dialog.js';
import { TextLink } from '../../components/text-link.js';
import { api } from '../../lib/http/api-client.js';
import { isUnread } from '../../lib/http/query-client.js';
import { texts as ofSwitch } from '../switch/textos.js';
import { texts } from './textos.js';
import { TURNOS_KEY } from './turnos.js';

const t = texts.stopAll;
/** While an order is open, the ledger is read at this interval, ms. */
const CHECK_MS = 2_000;

interface Props {
  /** null = what is to be stopped is not chosen yet. */
  request: RouteBodyInput<'turnos.detener_todo'> | null;
  /** Where the orders are listed. */
  comandos: string;
  /** By `switch:<id>` or `dispositivo:<id>`. */
  nameOf: (key: string) => string | undefined;
  onClose: () => void;
  /** What is stopped. */
  children: ReactNode;
}

/** The question, and once it was answered what became of the orders. */
export function StopAllSheet({ request, comandos, nameOf, onClose, children }: Props) {
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api('turnos.detener_todo', { body: request ?? {} }),
    onSettled: () => void queries.invalidateQueries({ queryKey: TURNOS_KEY }),
  });
  const press = () => stop.mutate();
  const given = stop.data?.ordenes;
  return (
    <Sheet
      title={given ? t.given : t.title}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {given ? t.close : t.cancel}
          </Button>
          <Button
            colorPalette="teja"
            variant={given ? 'outline' : 'solid'}
            disabled={request === null}
            aria-busy={stop.isPending}
            onClick={() => !stop.isPending && press()}
          >
            {stop.isPending ? t.stopping : given ? t.again : t.confirm}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        {given ? (
          <Given ordenes={given} empresaId={request?.empresa_id} nameOf={nameOf} comandos={comandos} />
        ) : (
          <>
            {children}
            <Text color="fg.muted">{t.rest}</Text>
          </>
        )}
        {stop.isError && (
          <Text role="alert" color="fg.error">
            {t.failed(stop.error.message)}
          </Text>
        )}
      </Stack>
    </Sheet>
  );
}

interface GivenProps extends Pick<Props, 'comandos' | 'nameOf'> {
  ordenes: readonly string[];
  empresaId: number | undefined;
}

function Given({ ordenes, empresaId, comandos, nameOf }: GivenProps) {
  const reading = useQuery({
    queryKey: ['comandos.de_todo', ordenes],
    queryFn: async ({ signal }): Promise<Comando[]> => {
      const query = empresaId === undefined ? {} : { empresa_id: String(empresaId) };
      const list = await api('comandos.listar', { query }, { signal });
      return list.filter(({ comando_id }) => ordenes.includes(comando_id));
    },
    enabled: ordenes.length > 0,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.some(isOpenComando) ? CHECK_MS : false),
    gcTime: 0,
  });
  const known = reading.data ?? [];
  const confirmed = known.filter(({ estado }) => estado === 'confirmado').length;
  const open = known.filter(({ estado }) => estado !== 'confirmado');
  const unlisted = reading.data ? ordenes.length - known.length : 0;
  const nameOfOne = ({ switch_id, dispositivo_id }: Comando): string =>
    nameOf(switch_id === null ? `dispositivo:${dispositivo_id}` : `switch:${switch_id}`) ??
    t.unnamed(switch_id ?? dispositivo_id ?? 0);
  if (ordenes.length === 0) return <Text role="status">{t.nothing}</Text>;
  return (
    <>
      <Text role="status" fontWeight="600">
        {t.confirmed(confirmed, ordenes.length)}
      </Text>
      {isUnread(reading) && (
        <Text role="alert" color="fg.warning">
          {t.unread}
        </Text>
      )}
      {open.length > 0 && (
        <Box as="ul" listStyleType="none" aria-label={t.open}>
          {open.map((comando) => (
            <Flex
              as="li"
              key={comando.comando_id}
              justify="space-between"
              gap="4"
              py="1.5"
              borderBottomWidth="1px"
              wrap="wrap"
            >
              <Text overflowWrap="anywhere" minW="0">
                {nameOfOne(comando)}
              </Text>
              <Text fontSize="sm" color={isOpenComando(comando) ? 'fg.muted' : 'fg.error'}>
                {ofSwitch.outcome(comando)}
              </Text>
            </Flex>
          ))}
        </Box>
      )}
      {unlisted > 0 && <Text color="fg.muted">{t.unlisted(unlisted)}</Text>}
      {(open.length > 0 || unlisted > 0) && (
        <Text fontSize="sm" color="fg.muted">
          {t.watched} <TextLink to={comandos}>{t.comandos}</TextLink>
        </Text>
      )}
    </>
  );
}
