import type { ImportError, ImportFila, ImportResultado } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Stack, Table, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useConfirm } from '../../components/confirm.js';
import { Page } from '../../components/page.js';
import { reasonOf } from '../../components/form/failure.js';
import { FileField } from '../../components/form/file-field.js';
import { useLeave } from '../../components/form/use-leave.js';
import { DoneIcon, DownloadIcon } from '../../components/icons.js';
import { toast } from '../../components/toasts.js';
import { useHold } from '../../lib/hold.js';
import { textOf } from '../../lib/format/file-text.js';
import { saveFile } from '../../lib/http/save-file.js';
import { readUsuario } from '../../lib/session.js';
import { exportFile, sendImport, useForgetLists } from './api/import.js';
import { fromCsv } from './lib/csv-file.js';
import { texts } from './textos.js';

interface Review {
  /** Name of the file. */
  file: string;
  filas: ImportFila[];
  result: Pick<ImportResultado, 'lineas' | 'errores' | 'aplicado' | 'credenciales' | 'claves'>;
}

const nothing = () => ({ lineas: [], aplicado: 0 as const, credenciales: [], claves: [] });

/** One file in, with a preview and all or nothing; the same file out. */
export function Component() {
  const [busy, setBusy] = useState<string | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  /** Secrets are on the screen that were not downloaded yet. */
  const [undelivered, setUndelivered] = useState(false);
  const confirm = useConfirm();
  useLeave({
    dirty: undelivered || busy === texts.applying,
    onClose: () => setUndelivered(false),
    question: texts.lose,
  });
  const forget = useForgetLists();
  useHold(busy !== null || review !== null);

  /** `changes`: without an answer, something may have been written all the same. */
  const run = async (label: string, failure: string, work: () => Promise<void>, changes = false) => {
    setBusy(label);
    try {
      await work();
    } catch (error) {
      toast.error(failure, changes ? reasonOf(error) : error instanceof Error ? error.message : undefined);
    } finally {
      setBusy(null);
    }
  };
  const choose = async (chosen: File) => {
    if (undelivered && !(await confirm(texts.lose))) return;
    setUndelivered(false);
    await run(texts.reading, texts.failed, async () => {
      setReview(null);
      const { filas, errores } = await fromCsv(await textOf(chosen));
      const result = errores.length > 0 ? { ...nothing(), errores } : await sendImport(filas, 0);
      setReview({ file: chosen.name, filas, result });
    });
  };
  const apply = ({ file, filas }: Review) => {
    const work = async () => {
      const result = await sendImport(filas, 1);
      setUndelivered(result.credenciales.length + result.claves.length > 0);
      setReview({ file, filas, result });
      await forget();
    };
    return run(texts.applying, texts.applyFailed, work, true);
  };
  const exportAll = () =>
    run(texts.export, texts.exportFailed, async () => saveFile([await exportFile()], texts.exportFile));

  return (
    <Page title={texts.title}>
      <Text color="fg.muted" maxW="44rem">
        {texts.intro} {readUsuario()?.rol === 'admin_empresa' && texts.ofEmpresa}
      </Text>
      <Flex gap="5" wrap="wrap" align="start">
        <Box w={{ base: 'full', sm: '24rem' }}>
          <FileField
            label={texts.file}
            help={texts.fileHelp}
            disabled={busy !== null}
            onChoose={(file) => void choose(file)}
          />
        </Box>
        <Button variant="outline" mt={{ sm: '1.625rem' }} disabled={busy !== null} onClick={() => void exportAll()}>
          <DownloadIcon /> {texts.export}
        </Button>
      </Flex>
      <Text role="status" color="fg.muted">
        {busy}
      </Text>
      {review && (
        <Result
          review={review}
          busy={busy !== null}
          onApply={() => void apply(review)}
          delivered={!undelivered}
          onDelivered={() => setUndelivered(false)}
        />
      )}
    </Page>
  );
}

interface ResultProps {
  review: Review;
  busy: boolean;
  onApply: () => void;
  delivered: boolean;
  onDelivered: () => void;
}

function Result({ review: { file, result }, busy, onApply, ...delivery }: ResultProps) {
  const { lineas, errores, aplicado } = result;
  const fresh = lineas.filter(({ accion }) => accion === 'crear').length;
  if (errores.length > 0) return <Errors file={file} errores={errores} />;
  return (
    <Stack gap="3">
      {aplicado === 1 ? (
        <Stack gap="2">
          <Flex gap="2" align="center" color="fg.success" fontWeight="650" role="status">
            <DoneIcon /> {texts.done(fresh)}
          </Flex>
          <Text color="fg.muted" overflowWrap="anywhere">
            {texts.ofFile(file)}
          </Text>
          <Secrets result={result} {...delivery} />
        </Stack>
      ) : (
        <Flex gap="4" align="center" wrap="wrap">
          <Heading as="h2" size="md" overflowWrap="anywhere">
            {texts.reviewOf(file)}
          </Heading>
          <Text color="fg.muted">
            {fresh === 0 ? texts.nothing : `${texts.creates(fresh)} · ${texts.exist(lineas.length - fresh)}`}
          </Text>
          {fresh > 0 && (
            <Button colorPalette="campo" disabled={busy} onClick={onApply}>
              {texts.apply(fresh)}
            </Button>
          )}
        </Flex>
      )}
      <Lines
        head={[texts.columns.linea, texts.columns.tipo, texts.columns.nombre, texts.columns.accion]}
        rows={lineas.map(({ linea, tipo, nombre, accion }) => [linea, tipo, nombre, texts.acciones[accion]])}
      />
    </Stack>
  );
}

const Errors = ({ file, errores }: { file: string; errores: readonly ImportError[] }) => (
  <Stack gap="3">
    <Text role="alert" color="fg.error" fontWeight="650">
      {texts.errors(errores.length)}
    </Text>
    <Text color="fg.muted" overflowWrap="anywhere">
      {texts.ofFile(file)}
    </Text>
    <Lines
      head={[texts.columns.linea, texts.columns.campo, texts.columns.mensaje]}
      rows={errores.map(({ linea, campo, mensaje }) => [linea, campo, mensaje])}
    />
  </Stack>
);

interface SecretsProps {
  result: Review['result'];
  delivered: boolean;
  onDelivered: () => void;
}

function Secrets({ result: { credenciales, claves }, delivered, onDelivered }: SecretsProps) {
  if (credenciales.length + claves.length === 0) return null;
  const download = async () => {
    const { default: papa } = await import('papaparse');
    const data = [
      ...credenciales.map(({ id, username, password }) => ({
        para: `placa ${id}`,
        usuario: username,
        clave: password,
      })),
      ...claves.map(({ email, password }) => ({ para: 'usuario', usuario: email, clave: password })),
    ];
    saveFile([papa.unparse(data, { escapeFormulae: true })], texts.secretsFile);
    onDelivered();
  };
  return (
    <Flex gap="3" align="center" wrap="wrap" bg="bg.warning" rounded="md" px="4" py="2.5">
      <Text fontWeight="600">{delivered ? texts.delivered : texts.secrets}</Text>
      <Button size="sm" onClick={() => void download()}>
        <DownloadIcon /> {texts.download}
      </Button>
    </Flex>
  );
}

const Lines = ({ head, rows }: { head: readonly string[]; rows: readonly (readonly (string | number)[])[] }) => (
  <Box overflow="auto" maxH="28rem" borderWidth="1px" rounded="md" tabIndex={0} role="region" aria-label={texts.review}>
    <Table.Root size="sm" stickyHeader>
      <Table.Header>
        <Table.Row bg="bg.subtle">
          {head.map((title) => (
            <Table.ColumnHeader key={title}>{title}</Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {rows.map((cells, i) => (
          <Table.Row key={i}>
            {cells.map((cell, at) => (
              <Table.Cell key={at}>{cell}</Table.Cell>
            ))}
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  </Box>
);
