import { Box, Button, Flex, Table, Text } from '@chakra-ui/react';

interface Props<T extends object> {
  /** What the form holds and what is stored now. */
  mios: T;
  actuales: T;
  /** Fields worth comparing, with their labels. */
  campos: Partial<Record<keyof T & string, string>>;
  /** How a value reads, where it is not its own name: an id, a flag. */
  comoTexto?: { [K in keyof T & string]?: (valor: T[K]) => string };
  onTomarActuales: () => void;
  onGuardarMios: () => void;
}

const enTexto = (valor: unknown): string =>
  valor === null || valor === undefined || valor === ''
    ? '—'
    : Array.isArray(valor)
      ? valor.length === 1
        ? '1 elegido'
        : `${valor.length} elegidos`
      : String(valor);

/** Lists hold ids: their order says nothing. */
const huella = (valor: unknown): string =>
  Array.isArray(valor) ? JSON.stringify([...(valor as number[])].sort((a, b) => a - b)) : enTexto(valor);

/** Somebody else saved first: the values that differ, and whose shall stay. */
export function Conflicto<T extends object>(props: Props<T>) {
  const { mios, actuales, campos, comoTexto, onTomarActuales, onGuardarMios } = props;
  const distintos = (Object.keys(campos) as (keyof T & string)[]).filter(
    (campo) => campos[campo] && huella(mios[campo]) !== huella(actuales[campo]),
  );
  const texto = <K extends keyof T & string>(campo: K, valor: T[K]): string =>
    comoTexto?.[campo]?.(valor) || enTexto(valor);
  return (
    <Box role="group" aria-label="Cambios de otra persona" borderWidth="1px" rounded="md" p="4" bg="bg.warning" mb="4">
      <Text fontWeight="600">Otra persona guardó cambios mientras editabas.</Text>
      {distintos.length > 0 && (
        <Table.Root size="sm" mt="2" css={{ '& tr, & th': { bg: 'transparent' } }}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader />
              <Table.ColumnHeader>Guardado ahora</Table.ColumnHeader>
              <Table.ColumnHeader>Lo tuyo</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {distintos.map((campo) => (
              <Table.Row key={campo}>
                <Table.Cell color="fg.muted">{campos[campo]}</Table.Cell>
                <Table.Cell>{texto(campo, actuales[campo])}</Table.Cell>
                <Table.Cell>{texto(campo, mios[campo])}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      )}
      <Flex gap="2" mt="3" wrap="wrap">
        <Button size="sm" colorPalette="campo" onClick={onTomarActuales}>
          Usar lo guardado
        </Button>
        <Button size="sm" variant="outline" onClick={onGuardarMios}>
          Guardar lo mío
        </Button>
      </Flex>
    </Box>
  );
}
