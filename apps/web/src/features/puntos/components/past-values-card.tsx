import type { Punto } from '@acequia/contracts';
import { Box, Button, Heading, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Card } from '../../../components/card.js';
import { reasonOf } from '../../../components/form/failure.js';
import { FileField } from '../../../components/form/file-field.js';
import { toast } from '../../../components/toasts.js';
import { textOf } from '../../../lib/format/file-text.js';
import { useHold } from '../../../lib/hold.js';
import { useDates, useShownZone } from '../../../lib/time/shown-zone.js';
import { type PastImport, sendPastValues } from '../api/past-values.js';
import { type PastFault, type PastFile, pastValues } from '../lib/past-values.js';
import { inWords } from '../../../entities/punto/value.js';
import { texts } from '../textos.js';

const { past: t } = texts;
const SHOWN_FAULTS = 20;
const SHOWN_VALUES = 5;

/** Past values of a point from a file: first what it holds and what is wrong, then the import. */
export function PastValuesCard({ punto }: { punto: Punto }) {
  const zone = useShownZone();
  const [file, setFile] = useState<(PastFile & { name: string }) | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [result, setResult] = useState<PastImport | null>(null);
  useHold(busy !== null || file !== null);

  const choose = async (chosen: File): Promise<void> => {
    setResult(null);
    setFile(null);
    try {
      const into = { magnitud: punto.magnitud, zone, now: Date.now() };
      setFile({ name: chosen.name, ...(await pastValues(await textOf(chosen), into)) });
    } catch (error) {
      toast.error(t.unread, error instanceof Error ? error.message : undefined);
    }
  };
  const apply = async ({ values }: PastFile): Promise<void> => {
    setBusy(t.part(0, values.length));
    try {
      setResult(await sendPastValues(punto.id, values, (done) => setBusy(t.part(done, values.length))));
      setFile(null);
    } catch (error) {
      toast.error(t.failed, reasonOf(error));
    } finally {
      setBusy(null);
    }
  };

  return (
    <Card>
      <Heading as="h2" size="lg" mb="1">
        {t.title}
      </Heading>
      <Text color="fg.muted" maxW="70ch" mb="3">
        {t.help}
      </Text>
      <Box w={{ base: 'full', sm: '24rem' }}>
        <FileField label={t.file} disabled={busy !== null} onChoose={(chosen) => void choose(chosen)} />
      </Box>
      <Text role="status" color="fg.muted" mt="2">
        {busy ?? (result && t.done(result))}
      </Text>
      {result && <Faults faults={result.faults} title={t.refused(result.faults.length)} />}
      {file && (
        <Stack gap="3" mt="2">
          <Heading as="h3" size="md" overflowWrap="anywhere">
            {t.review(file.name)}
          </Heading>
          <Preview file={file} punto={punto} />
          <Faults faults={file.faults} title={t.faults(file.faults.length)} />
          {file.values.length > 0 && (
            <Button alignSelf="start" colorPalette="campo" disabled={busy !== null} onClick={() => void apply(file)}>
              {t.apply(file.values.length)}
            </Button>
          )}
        </Stack>
      )}
    </Card>
  );
}

function Preview({ file: { values }, punto }: { file: PastFile; punto: Punto }) {
  const { dateTimeOf } = useDates();
  const first = values.slice(0, SHOWN_VALUES);
  return (
    <Box as="ul" listStyleType="none" fontVariantNumeric="tabular-nums">
      {first.map(({ linea, ts, valor }) => (
        <li key={linea}>{t.value(dateTimeOf(ts), inWords(punto.magnitud, valor))}</li>
      ))}
      {values.length > first.length && <li>{t.more(values.length - first.length, dateTimeOf(values.at(-1)!.ts))}</li>}
    </Box>
  );
}

function Faults({ faults, title }: { faults: readonly PastFault[]; title: string }) {
  if (faults.length === 0) return null;
  return (
    <Box color="fg.warning">
      <Text fontWeight="600">{title}</Text>
      <Box as="ul" listStyleType="none">
        {faults.slice(0, SHOWN_FAULTS).map(({ linea, mensaje }) => (
          <li key={linea}>{t.line(linea, mensaje)}</li>
        ))}
      </Box>
    </Box>
  );
}
