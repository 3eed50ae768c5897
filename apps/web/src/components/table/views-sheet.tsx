import { Box, Button, chakra, Flex, IconButton, Input, Stack, Text } from '@chakra-ui/react';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useAddress } from '../../lib/address.js';
import { copyText } from '../../lib/copy.js';
import { addressOf, pathOf, removeView, savedViews, saveView } from '../../lib/saved-views.js';
import { Sheet } from '../dialog.js';
import { FormField } from '../form/fields.js';
import { CloseIcon, CopyIcon } from '../icons.js';
import { TextLink } from '../text-link.js';
import { toast } from '../toasts.js';
import { viewsTexts as t } from './textos.js';

/** Saves what the list shows under a name, and goes back to what was saved. */
export default function ViewsSheet({ nombre: rows, onClose }: { nombre: string; onClose: () => void }) {
  const { pathname } = useLocation();
  const { params } = useAddress();
  const [views, setViews] = useState(savedViews);
  const [nombre, setNombre] = useState('');
  const here = addressOf(pathname, params);
  const own = views.filter((view) => pathOf(view) === pathname);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setViews(saveView({ nombre: nombre.trim(), address: here }));
    setNombre('');
  };
  const copy = async (address: string) => {
    const link = `${window.location.origin}${address}`;
    if (await copyText(link)) toast.success(t.copied);
    else toast.attention(t.notCopied, link);
  };
  return (
    <Sheet title={t.title(rows)} ancho={560} onClose={onClose}>
      <Stack gap="4">
        <Text color="fg.muted">{t.help}</Text>
        <chakra.form onSubmit={submit}>
          <Flex gap="3" align="end" wrap="wrap">
            <Box flex="1" minW="12rem">
              <FormField label={t.nombre} required>
                <Input
                  value={nombre}
                  maxLength={80}
                  required
                  pattern=".*\S.*"
                  onChange={({ target }) => setNombre(target.value)}
                />
              </FormField>
            </Box>
            <Button type="submit" colorPalette="campo">
              {t.save}
            </Button>
          </Flex>
        </chakra.form>
        {own.length === 0 && <Text color="fg.muted">{t.none}</Text>}
        <Stack as="ul" listStyleType="none" gap="0">
          {own.map((view) => (
            <Flex as="li" key={view.nombre} gap="1" align="center" py="1" borderTopWidth="1px">
              <TextLink
                to={view.address}
                flex="1"
                minW="0"
                fontWeight="600"
                overflowWrap="anywhere"
                aria-current={view.address === here ? 'page' : undefined}
                onClick={onClose}
              >
                {view.nombre}
              </TextLink>
              <IconButton
                variant="ghost"
                size="sm"
                aria-label={t.copyOne(view.nombre)}
                onClick={() => void copy(view.address)}
              >
                <CopyIcon />
              </IconButton>
              <IconButton
                variant="ghost"
                size="sm"
                aria-label={t.removeOne(view.nombre)}
                onClick={() => setViews(removeView(view))}
              >
                <CloseIcon />
              </IconButton>
            </Flex>
          ))}
        </Stack>
      </Stack>
    </Sheet>
  );
}
