import {
  type WholeDossier,
  monthName,
  TABLAS_DOSSIER,
  type TablaDossier,
  type TablaDossierClave,
  textOfCelda,
  dossierTotals,
} from '@acequia/contracts';
import { Box, Button, chakra, Flex, Heading, List, Stack, Text } from '@chakra-ui/react';
import { TextLink } from '../../../components/text-link.js';
import { useDownload } from '../../../lib/http/use-download.js';
import { texts } from '../textos.js';

interface Props {
  dossier: WholeDossier;
  /** An address of the console, with the chosen company. */
  inEmpresa: (lugar: string) => string;
}

/** What a dossier says, each row with a link to its turns or readings. */
export function DossierFigures({ dossier, inEmpresa }: Props) {
  const { id, mes, numero, sha256, cifras } = dossier;
  const csv = useDownload('dossieres.csv');
  const month = monthName(mes);
  const download = (tabla: TablaDossierClave) =>
    void csv.download({ params: { id: String(id) }, query: { tabla } }, `dossier_${mes}_${tabla}.csv`);
  return (
    <Stack gap="6">
      <Box>
        <Heading as="h2" size="xl" overflowWrap="anywhere">
          {cifras.empresa} · {texts.of(month, numero)}
        </Heading>
        <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
          {texts.hash(sha256)}
        </Text>
      </Box>
      <List.Root ps="5">
        {dossierTotals(cifras).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List.Root>
      <TextLink to={inEmpresa(`/programas?vista=cuenta&mes=${mes}`)}>{texts.account}</TextLink>
      {csv.failure && (
        <Text role="alert" color="fg.warning">
          {texts.fileFailed}
        </Text>
      )}
      {(Object.entries(TABLAS_DOSSIER) as [TablaDossierClave, TablaDossier][]).map(([clave, tabla]) => (
        <Box as="section" key={clave} minW="0">
          <Flex justify="space-between" align="center" gap="3" mb="2">
            <Heading as="h3" size="md">
              {tabla.titulo}
            </Heading>
            <Button
              size="sm"
              variant="outline"
              disabled={csv.downloading}
              aria-label={texts.csvOf(tabla.titulo)}
              onClick={() => download(clave)}
            >
              {texts.csv}
            </Button>
          </Flex>
          <Figures tabla={tabla} dossier={dossier} inEmpresa={inEmpresa} />
        </Box>
      ))}
    </Stack>
  );
}

function Figures({ tabla, dossier, inEmpresa }: Props & { tabla: TablaDossier }) {
  const { columnas, vacia } = tabla;
  const rows = tabla.filas(dossier.cifras);
  if (rows.length === 0) return <Text color="fg.muted">{vacia}</Text>;
  return (
    <Box overflowX="auto">
      <chakra.table w="full" css={{ '& th, & td': { py: '1', pe: '3', textAlign: 'start', borderBottomWidth: '1px' } }}>
        <thead>
          <tr>
            {columnas.map(({ titulo }) => (
              <chakra.th key={titulo} fontSize="xs" color="fg.muted" fontWeight="600">
                {titulo}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ celdas, lugar }, row) => (
            <tr key={row}>
              {celdas.map((celda, column) => {
                const text = textOfCelda(celda, columnas[column]?.decimales);
                return (
                  <chakra.td key={columnas[column]?.titulo} fontVariantNumeric="tabular-nums">
                    {column === 0 ? <TextLink to={inEmpresa(lugar)}>{text}</TextLink> : text}
                  </chakra.td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}
