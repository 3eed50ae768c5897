import { Box, Button, Flex, Table, Text } from '@chakra-ui/react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import type { Edicion } from './use-edit.js';

interface Props<T extends FieldValues & Versionado, C extends object> {
  edicion: Edicion<T>;
  /** What the form would hold if it were opened now, over what is stored; undefined where that is not known. */
  guardado: T | undefined;
  /** Sends the form. */
  enviar: () => Promise<unknown>;
  /** Fields worth comparing, with their labels. */
  campos: Partial<Record<keyof NoInfer<C> & string, string>>;
  /** How a value reads, where it is not its own name: an id, a flag. */
  comoTexto?: { [K in keyof NoInfer<C> & string]?: (valor: NoInfer<C>[K]) => string };
  /** The row to compare, for a form whose fields do not lie side by side. */
  comparar?: (valores: T) => C;
}

interface Versionado {
  version?: number | undefined;
}

const enTexto = (valor: unknown): string =>
  valor === null || valor === undefined || valor === ''
    ? '—'
    : Array.isArray(valor)
      ? valor.length === 1
        ? '1 elegido'
        : `${valor.length} elegidos`
      : String(valor);

const tal = <T, C>(valores: T): C => valores as unknown as C;

/** Lists hold ids: their order says nothing. */
const huella = (valor: unknown): string =>
  Array.isArray(valor) ? JSON.stringify([...(valor as number[])].sort((a, b) => a - b)) : enTexto(valor);

/** Somebody else saved first: the values that differ, and whose shall stay. Nothing while nobody did. */
export function Conflicto<T extends FieldValues & Versionado, C extends object = T>(props: Props<T, C>) {
  const { edicion, guardado, enviar, campos, comoTexto, comparar = tal } = props;
  const { form } = edicion;
  if (!edicion.conflicto || !guardado) return null;
  const [mios, actuales] = [comparar(form.getValues()), comparar(guardado)];
  const tomarActuales = () => {
    form.reset(guardado);
    edicion.limpiar();
  };
  const guardarMios = () => {
    form.setValue('version' as Path<T>, guardado.version as PathValue<T, Path<T>>);
    void enviar();
  };
  const distintos = (Object.keys(campos) as (keyof C & string)[]).filter(
    (campo) => campos[campo] && huella(mios[campo]) !== huella(actuales[campo]),
  );
  const texto = <K extends keyof C & string>(campo: K, valor: C[K]): string =>
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
        <Button size="sm" colorPalette="campo" onClick={tomarActuales}>
          Usar lo guardado
        </Button>
        <Button size="sm" variant="outline" onClick={guardarMios}>
          Guardar lo mío
        </Button>
      </Flex>
    </Box>
  );
}
