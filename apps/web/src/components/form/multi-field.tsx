import { Box, Combobox, Flex, Portal, Tag, Text, createListCollection } from '@chakra-ui/react';
import { comboboxSlotRecipe, tagSlotRecipe } from '@chakra-ui/react/theme';
import { use, useMemo, useState } from 'react';
import { useController, type Control, type FieldError, type FieldPath, type FieldValues } from 'react-hook-form';
import { inSpanishOrder } from '../../lib/spanish-order.js';
import { filtrar, type Columna } from '../table/column.js';
import { Hoja } from './sheet.js';

export interface Opcion {
  id: number;
  texto: string;
}

interface Props<T extends FieldValues> {
  control: Control<T>;
  nombre: FieldPath<T>;
  etiqueta: string;
  opciones: readonly Opcion[];
  deshabilitado?: boolean;
  /** Why there is nothing to choose from; without it there is just none. */
  sinOpciones?: string | undefined;
  error?: FieldError | undefined;
}

/** More matches than this are reached by typing. */
const VISIBLES = 100;
const BUSCABLE: Columna<Opcion>[] = [{ id: 'texto', titulo: '', ancho: '', valor: ({ texto }) => texto }];

/** Several of many, by their ids: typed to be found, shown as tags, cleared with one click. */
export function CampoMultiple<T extends FieldValues>(props: Props<T>) {
  const { control, nombre, etiqueta, opciones, deshabilitado, sinOpciones = 'No hay ninguno', error } = props;
  const { field } = useController({ control, name: nombre });
  const hoja = use(Hoja);
  const elegidos = (field.value ?? []) as number[];
  const elegir = (ids: number[]) => field.onChange(ids);
  const [texto, setTexto] = useState('');
  const nombres = useMemo(() => new Map(opciones.map((opcion) => [opcion.id, opcion.texto])), [opciones]);
  const nombreDe = (id: number): string => nombres.get(id) ?? `#${id}`;
  const ordered = useMemo(() => inSpanishOrder(opciones, (opcion) => opcion.texto), [opciones]);
  const encontradas = useMemo(() => filtrar(ordered, BUSCABLE, texto), [ordered, texto]);
  const coleccion = useMemo(
    () =>
      createListCollection({
        items: encontradas.slice(0, VISIBLES),
        itemToString: (item) => item.texto,
        itemToValue: (item) => String(item.id),
      }),
    [encontradas],
  );

  return (
    <Combobox.Root
      recipe={comboboxSlotRecipe}
      multiple
      closeOnSelect={false}
      openOnClick
      selectionBehavior="clear"
      collection={coleccion}
      value={elegidos.map(String)}
      onValueChange={({ value }) => elegir(value.map(Number))}
      inputValue={texto}
      onInputValueChange={({ inputValue }) => setTexto(inputValue)}
      disabled={deshabilitado ?? false}
      invalid={Boolean(error)}
      positioning={{ sameWidth: true }}
    >
      <Combobox.Label>{etiqueta}</Combobox.Label>
      {elegidos.length > 0 && (
        <Flex gap="1.5" wrap="wrap" maxH="28" overflowY="auto">
          {elegidos.map((id) => (
            <Tag.Root recipe={tagSlotRecipe} key={id} size="md" colorPalette="campo" maxW="full">
              <Tag.Label>{nombreDe(id)}</Tag.Label>
              <Tag.EndElement>
                <Tag.CloseTrigger
                  aria-label={`Quitar ${nombreDe(id)}`}
                  onClick={() => elegir(elegidos.filter((otro) => otro !== id))}
                />
              </Tag.EndElement>
            </Tag.Root>
          ))}
        </Flex>
      )}
      <Combobox.Control>
        <Combobox.Input placeholder={opciones.length === 0 ? sinOpciones : 'Elegir…'} onBlur={field.onBlur} />
        <Combobox.IndicatorGroup>
          {elegidos.length > 0 && <Combobox.ClearTrigger aria-label={`Vaciar ${etiqueta}`} />}
          <Combobox.Trigger aria-label={`Abrir ${etiqueta}`} />
        </Combobox.IndicatorGroup>
      </Combobox.Control>
      {error && (
        <Text fontSize="xs" fontWeight="500" color="fg.error">
          {error.message}
        </Text>
      )}
      <Portal container={hoja}>
        <Combobox.Positioner>
          <Combobox.Content>
            <Combobox.Empty>Nada coincide.</Combobox.Empty>
            {coleccion.items.map((item) => (
              <Combobox.Item key={item.id} item={item}>
                <Box flex="1" overflowWrap="anywhere">
                  {item.texto}
                </Box>
                <Combobox.ItemIndicator />
              </Combobox.Item>
            ))}
            {encontradas.length > VISIBLES && (
              <Text px="3" py="2" fontSize="xs" color="fg.muted">
                Se muestran {VISIBLES} de {encontradas.length}. Escribe para encontrar los demás.
              </Text>
            )}
          </Combobox.Content>
        </Combobox.Positioner>
      </Portal>
    </Combobox.Root>
  );
}
