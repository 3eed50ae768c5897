import { type Dossier, monthName } from '@acequia/contracts';
import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { EmptyNotice } from '../../components/empty-notice.js';
import { DateInput } from '../../components/form/date-input.js';
import { failureOf } from '../../components/form/failure.js';
import { FormField } from '../../components/form/fields.js';
import { Help } from '../../components/help.js';
import { Page } from '../../components/page.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { toast } from '../../components/toasts.js';
import { AvisosNav } from '../../entities/aviso/avisos-nav.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { useAddress } from '../../lib/address.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useDownload } from '../../lib/http/use-download.js';
import { datesIn, InZone, type Dates } from '../../lib/time/shown-zone.js';
import { useDossier, useDossieres, useMakeDossier } from './api/dossieres.js';
import { DossierFigures } from './components/dossier-figures.js';
import { texts } from './textos.js';

const HEIGHT = '9rem';
/** Shown of a hash in the list; the dossier shows all of it. */
const HASH_START = 16;

const columnsOf = ({ dateTimeOf }: Dates): Column<Dossier>[] => [
  {
    id: 'mes',
    title: texts.columns.mes,
    value: ({ mes }) => mes,
    cell: ({ mes }) => monthName(mes),
    inCsv: ({ mes }) => mes,
    width: '10rem',
    inCard: 'title',
  },
  { id: 'numero', title: texts.columns.numero, value: ({ numero }) => numero, width: '5.5rem' },
  {
    id: 'hecho',
    title: texts.columns.hecho,
    value: ({ hecho }) => hecho,
    cell: ({ hecho }) => dateTimeOf(hecho),
    inCsv: ({ hecho }) => dateTimeOf(hecho),
    width: '9.5rem',
  },
  {
    id: 'huella',
    title: texts.columns.huella,
    value: ({ sha256 }) => sha256,
    cell: ({ sha256 }) => `${sha256.slice(0, HASH_START)}…`,
    inCsv: ({ sha256 }) => sha256,
    width: '12rem',
  },
];

/** The dossiers of a company, and the figures of one: the chosen one, otherwise the newest. */
export function Component() {
  const choice = useChosenEmpresa();
  const { empresaId } = choice;
  const { params, change } = useAddress();
  const dossieres = useDossieres(empresaId);
  const zone = useEmpresaZone(empresaId);
  const columns = useMemo(() => columnsOf(datesIn(zone)), [zone]);
  const pdf = useDownload('dossieres.pdf');
  const failure = neverCame(dossieres) || choice.failure;
  const rows = dossieres.data ?? (failure || choice.none ? [] : undefined);
  const asked = Number(params.get('dossier')) || null;
  const chosen = rows?.find(({ id }) => id === asked) ?? rows?.[0] ?? null;
  const dossier = useDossier(chosen?.id ?? null);
  const empresa = params.get('empresa');
  const inEmpresa = (lugar: string): string =>
    empresa === null ? lugar : `${lugar}${lugar.includes('?') ? '&' : '?'}empresa=${empresa}`;

  return (
    <InZone value={zone}>
      <Page title={texts.title} beside={<AvisosNav />}>
        {pdf.failure && (
          <Text role="alert" color="fg.warning">
            {texts.fileFailed}
          </Text>
        )}
        <DataTable
          from={empresaId}
          nombre="dossieres"
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          empty={failure ? texts.noRows : texts.empty}
          unread={failure}
          tools={<MakeDossier empresaId={empresaId} onMade={({ id }) => change({ dossier: String(id) }, true)} />}
          actions={({ id, mes, numero }) => (
            <Flex gap="2">
              <Button
                size="xs"
                variant="outline"
                aria-label={texts.seeOf(monthName(mes), numero)}
                onClick={() => change({ dossier: String(id) }, true)}
              >
                {texts.see}
              </Button>
              <Button
                size="xs"
                variant="outline"
                disabled={pdf.downloading}
                aria-label={texts.pdfOf(monthName(mes), numero)}
                onClick={() => void pdf.download({ params: { id: String(id) } }, `dossier_${mes}.pdf`)}
              >
                {texts.pdf}
              </Button>
            </Flex>
          )}
        />
        <Help>{texts.help}</Help>
        {dossier.data ? (
          <DossierFigures dossier={dossier.data} inEmpresa={inEmpresa} />
        ) : neverCame(dossier) && chosen ? (
          <EmptyNotice height={HEIGHT} text={texts.noRead} error />
        ) : (
          chosen && <Skeleton h={HEIGHT} aria-busy />
        )}
      </Page>
    </InZone>
  );
}

interface MakeProps {
  empresaId: number | null;
  onMade: (dossier: Dossier) => void;
}

/** Makes the dossier of a month that is over; the server refuses any other. */
function MakeDossier({ empresaId, onMade }: MakeProps) {
  const [mes, setMes] = useState('');
  const make = useMakeDossier();
  const start = async () => {
    if (empresaId === null) return;
    try {
      const made = await make.mutateAsync({ empresa_id: empresaId, mes });
      toast.success(texts.made);
      onMade(made);
    } catch (error) {
      const said = failureOf(texts.notMade, error);
      toast.error(said.text, said.detalle);
    }
  };
  return (
    <Flex gap="3" align="flex-end" w={{ base: 'full', sm: 'auto' }}>
      <Box flex={{ base: '1', sm: '0 0 14rem' }} minW="0">
        <FormField label={texts.month} inRow>
          <DateInput type="month" value={mes} onChange={({ target }) => setMes(target.value)} />
        </FormField>
      </Box>
      <Button
        variant="outline"
        disabled={empresaId === null || mes === '' || make.isPending}
        onClick={() => void start()}
      >
        {texts.make}
      </Button>
    </Flex>
  );
}
