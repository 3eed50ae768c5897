import type { Aviso } from '@acequia/contracts';
import { Box, Button, chakra, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useMemo, useRef, useState } from 'react';
import { useConfirm } from '../../components/confirm.js';
import { EmptyNotice } from '../../components/empty-notice.js';
import { failureOf } from '../../components/form/failure.js';
import { FormField, Options, Select } from '../../components/form/fields.js';
import { Page } from '../../components/page.js';
import { toast } from '../../components/toasts.js';
import { inOrderOfUrgency } from '../../entities/aviso/aviso-list.js';
import { AVISOS_AT_ONCE, useAvisos } from '../../entities/aviso/use-avisos.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { useAddress } from '../../lib/address.js';
import { timeOf } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { lastFailed } from '../../lib/http/reread.js';
import { readUsuario } from '../../lib/session.js';
import { useAvisoActions, useSilences } from './api/aviso-actions.js';
import { AcknowledgeDialog } from './components/acknowledge-dialog.js';
import { AvisoRow } from './components/aviso-row.js';
import { silencedUntil, subjectOf } from './lib/silence.js';
import { texts } from './textos.js';

const HEIGHT = '9rem';
const EVERYTHING = 'todos';

/** What is wrong now and what was, who sees to it, and what can be done about it. */
export function Component() {
  const rol = readUsuario()?.rol;
  const isGlobal = rol === 'admin_global';
  const { params, change } = useAddress();
  const empresas = useEmpresaOptions(isGlobal);
  const asked = isGlobal ? params.get('empresa') : null;
  const empresa = empresas.data?.find(({ id }) => String(id) === asked)?.id ?? null;
  const onlyOpen = params.get('estado') !== EVERYTHING;
  const avisos = useAvisos({ empresa, onlyOpen }, !asked || empresas.isFetched);
  const rows = useMemo(() => avisos.data && inOrderOfUrgency(avisos.data), [avisos.data]);
  const names = useMemo(() => new Map(empresas.data?.map(({ id, nombre }) => [id, nombre])), [empresas.data]);

  return (
    <Page title={texts.title}>
      <Flex gap="3" wrap="wrap">
        {isGlobal && (
          <Box w={{ base: 'full', sm: '22rem' }}>
            <FormField label={texts.empresa}>
              <Select value={empresa ?? ''} onChange={({ target }) => change({ empresa: target.value }, true)}>
                <option value="">{texts.allEmpresas}</option>
                <Options from={empresas.data ?? []} />
              </Select>
            </FormField>
          </Box>
        )}
        <Box w={{ base: 'full', sm: '12rem' }}>
          <FormField label={texts.show}>
            <Select
              value={onlyOpen ? '' : EVERYTHING}
              onChange={({ target }) => change({ estado: target.value }, true)}
            >
              <option value="">{texts.open}</option>
              <option value={EVERYTHING}>{texts.everything}</option>
            </Select>
          </FormField>
        </Box>
      </Flex>
      {rows && lastFailed(avisos) && (
        <Text role="alert" color="fg.warning">
          {texts.failure}
        </Text>
      )}
      {rows ? (
        rows.length > 0 ? (
          <AvisoList
            rows={rows}
            empresaOf={isGlobal && empresa === null ? (id) => names.get(id) ?? `#${id}` : () => null}
            admin={rol !== 'usuario'}
          />
        ) : (
          <EmptyNotice height={HEIGHT} text={onlyOpen ? `${texts.inOrder}. ${texts.inOrderDetail}` : texts.empty} />
        )
      ) : neverCame(avisos) ? (
        <EmptyNotice height={HEIGHT} text={texts.noRows} error />
      ) : (
        <Skeleton h={HEIGHT} aria-busy />
      )}
    </Page>
  );
}

interface ListProps {
  rows: readonly Aviso[];
  empresaOf: (id: number) => string | null;
  admin: boolean;
}

function AvisoList({ rows, empresaOf, admin }: ListProps) {
  const confirm = useConfirm();
  const { silence } = useAvisoActions();
  const { data: silences = [] } = useSilences(admin);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const [acknowledging, setAcknowledging] = useState<readonly Aviso[] | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const opener = useRef<Element>(null);
  const unattended = rows.filter(({ estado }) => estado === 'disparado');
  // What was acknowledged or ended meanwhile is chosen no more.
  const chosen = unattended.filter(({ id }) => chosenIds.has(id));

  const choose = (id: number, yes: boolean) =>
    setChosenIds((before) => new Set(yes ? [...before, id] : [...before].filter((one) => one !== id)));
  const acknowledge = (those: readonly Aviso[]) => {
    opener.current = document.activeElement;
    setAcknowledging(those);
  };
  // What is acknowledged has no button any more.
  const whereFocusGoes = () =>
    opener.current?.matches(':not(:disabled)') && opener.current.isConnected ? null : list.current;
  const silenceIt = async (aviso: Aviso) => {
    const { question, accion, detalle, done, failure } = texts.silence;
    if (!(await confirm({ text: question, accion, detalle: detalle(aviso.texto) }))) return;
    try {
      toast.exito(done(timeOf((await silence(aviso)).hasta)));
    } catch (error) {
      const said = failureOf(failure, error);
      toast.error(said.text, said.detalle);
    }
  };

  return (
    <Stack gap="3">
      {unattended.length > 1 && (
        <Flex gap="3" align="center" justify="space-between" wrap="wrap">
          <chakra.label display="inline-flex" alignItems="center" gap="3" fontSize="sm" color="fg.muted">
            <chakra.input
              type="checkbox"
              boxSize="5"
              accentColor="campo.solid"
              checked={chosen.length === unattended.length}
              onChange={({ target }) => setChosenIds(new Set(target.checked ? unattended.map(({ id }) => id) : []))}
            />
            {texts.acknowledge.all}
          </chakra.label>
          <Button size="sm" colorPalette="campo" disabled={chosen.length === 0} onClick={() => acknowledge(chosen)}>
            {texts.acknowledge.chosen(chosen.length)}
          </Button>
        </Flex>
      )}
      <chakra.ul
        ref={list}
        tabIndex={-1}
        outline="none"
        aria-label={texts.list}
        listStyleType="none"
        borderBottomWidth="1px"
      >
        {rows.map((aviso) => {
          const until = silencedUntil(aviso, silences);
          return (
            <AvisoRow
              key={aviso.id}
              aviso={aviso}
              empresa={empresaOf(aviso.empresa_id)}
              chosen={chosenIds.has(aviso.id)}
              silencedUntil={until}
              onChoose={(yes) => choose(aviso.id, yes)}
              onAcknowledge={() => acknowledge([aviso])}
              onSilence={admin && until === null && subjectOf(aviso) !== null ? () => void silenceIt(aviso) : undefined}
            />
          );
        })}
      </chakra.ul>
      {rows.length >= AVISOS_AT_ONCE && <Text color="fg.muted">{texts.limit(AVISOS_AT_ONCE)}</Text>}
      {acknowledging && (
        <AcknowledgeDialog
          avisos={acknowledging}
          whereFocusGoes={whereFocusGoes}
          onDone={() => {
            setChosenIds(new Set());
            setAcknowledging(null);
          }}
          onClose={() => setAcknowledging(null)}
        />
      )}
    </Stack>
  );
}
