import { Menu, Portal } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import type { RefObject } from 'react';
import type { Action } from './row-menu.js';

interface Props {
  name: string;
  actions: readonly Action[];
  /** Below it the menu opens. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

export default function OpenRowMenu({ name, actions, button, onClose }: Props) {
  return (
    <Menu.Root
      recipe={menuSlotRecipe}
      open
      positioning={{
        placement: 'bottom-end',
        getAnchorRect: () => button.current?.getBoundingClientRect() ?? null,
      }}
      onOpenChange={({ open }) => !open && onClose()}
      // A press of its button closes it by itself.
      onInteractOutside={(event) => {
        if (button.current?.contains(event.detail.originalEvent.target as Node)) event.preventDefault();
      }}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={name} borderWidth="1px">
            {actions.map(({ text, act }) => (
              <Menu.Item key={text} value={text} onSelect={act}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
