-- Games of every rule set and phase, as version 0.1 of the program left them in PostgreSQL. Never changed again.
-- The secret of a seat is "{game}-{X or O}-secret-of-the-tests-only", that of a link has "join" for the seat.
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.event (
    game_id text NOT NULL,
    rev integer NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    command_id text,
    at bigint NOT NULL,
    CONSTRAINT event_actor CHECK ((actor = ANY (ARRAY['X'::text, 'O'::text, 'coin'::text]))),
    CONSTRAINT event_rev CHECK ((rev >= 1))
);
CREATE TABLE public.game (
    id text NOT NULL,
    rules text NOT NULL,
    join_seat text NOT NULL,
    join_digest text NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT game_join_seat CHECK ((join_seat = ANY (ARRAY['X'::text, 'O'::text])))
);
CREATE TABLE public.seat (
    game_id text NOT NULL,
    seat text NOT NULL,
    token_digest text NOT NULL,
    claimed_at bigint NOT NULL,
    CONSTRAINT seat_seat CHECK ((seat = ANY (ARRAY['X'::text, 'O'::text])))
);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.event VALUES ('K2ZWeqhFWCEP', 1, 'X', '1-3', '63f0cdd0e87c3a00', 1796046385157);
INSERT INTO public.event VALUES ('K2ZWeqhFWCEP', 2, 'O', '2-9', 'eb0cf6d0a7efb7b7', 1796046385157);
INSERT INTO public.event VALUES ('K2ZWeqhFWCEP', 3, 'X', '2-7', 'e90dbe35e93aadaf', 1796046385157);
INSERT INTO public.event VALUES ('K2ZWeqhFWCEP', 4, 'O', '4-7', '99cfacc1f7cdf5bb', 1796046385157);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 1, 'X', '2-9', 'f19dccce55a706bb', 1796046385170);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 2, 'O', '2-8', 'cabcbe8fbd0ca4ab', 1796046385170);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 3, 'X', '4-5', 'd1fbcb6adfbdb0bb', 1796046385170);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 4, 'O', '1-3', 'ed07e5bc52b81f22', 1796046385170);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 5, 'X', '3-6', 'e08783d5b92558a5', 1796046385170);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 6, 'O', '6-9', 'e9eaff309cad6838', 1796046385170);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 7, 'X', '7-8', '6dd070c415eafdb7', 1796046385170);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 8, 'O', '1-5', 'e7ae0cfcafed1946', 1796046385170);
INSERT INTO public.event VALUES ('CQGgXkH1zxFU', 9, 'X', '5-9', '922995dc840b1c6c', 1796046385170);
INSERT INTO public.event VALUES ('033XTNGcymwg', 1, 'X', '3-7', 'cfdc6f3fc9af0adc', 1796046385191);
INSERT INTO public.event VALUES ('033XTNGcymwg', 2, 'O', '7-9', '056ac4ad68f3cbbf', 1796046385191);
INSERT INTO public.event VALUES ('033XTNGcymwg', 3, 'X', '4-7', 'fb7212455b68ada8', 1796046385191);
INSERT INTO public.event VALUES ('033XTNGcymwg', 4, 'O', '2-4', 'aa397df4cb3a1d2c', 1796046385191);
INSERT INTO public.event VALUES ('033XTNGcymwg', 5, 'X', '7-9', '4a3dcc2cb7c28b9c', 1796046385191);
INSERT INTO public.event VALUES ('033XTNGcymwg', 6, 'O', '@9', '3e83190df02d3167', 1796046385191);
INSERT INTO public.event VALUES ('033XTNGcymwg', 7, 'O', '1-5', '53e5f753dcb9b8fa', 1796046385191);
INSERT INTO public.event VALUES ('033XTNGcymwg', 8, 'X', '5-8', '6ea1009daecac22a', 1796046385192);
INSERT INTO public.event VALUES ('033XTNGcymwg', 9, 'O', '1-8', 'e386dbffb85b6967', 1796046385192);
INSERT INTO public.event VALUES ('033XTNGcymwg', 10, 'X', '@8', '282e2ecea7c91a5a', 1796046385192);
INSERT INTO public.event VALUES ('033XTNGcymwg', 11, 'X', '6-6', '7a3bdcd27707c28b', 1796046385192);
INSERT INTO public.event VALUES ('bOasWYwFE32j', 1, 'X', '2-8', 'aa2af5544a93ad94', 1796046385212);
INSERT INTO public.event VALUES ('bOasWYwFE32j', 2, 'O', '3-5', '4b1adfb659db51f7', 1796046385212);
INSERT INTO public.event VALUES ('bOasWYwFE32j', 3, 'X', '1-3', '2fedb8bebe0ca58f', 1796046385213);
INSERT INTO public.event VALUES ('KbdSwLiLiiq1', 1, 'X', '2-9', 'ccc5d27f05aaaeef', 1796046385220);
INSERT INTO public.event VALUES ('KbdSwLiLiiq1', 2, 'O', '6-9', '7afff7dabde8e712', 1796046385220);
INSERT INTO public.event VALUES ('KbdSwLiLiiq1', 3, 'X', '6-9', 'eb5a6999bb5ed23d', 1796046385220);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 1, 'X', '1-7', 'cebca5b1a28e3824', 1796046385227);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 2, 'O', '5-6', 'e7cdc5ae4df63ddb', 1796046385227);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 3, 'X', '3-4', '3f987cb06aec00ed', 1796046385227);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 4, 'O', '6-8', '86594b689c8fe5bb', 1796046385227);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 5, 'X', '2-3', 'd36cc69303c0b9fe', 1796046385227);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 6, 'O', '3-8', '2abc9dafbaa03eeb', 1796046385227);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 7, 'X', '6-9', 'bcafcf3ecc6b08ed', 1796046385227);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 8, 'O', '4-8', '6edad95edfa6ba0f', 1796046385227);
INSERT INTO public.event VALUES ('ljqBn8KUWYdF', 9, 'X', '@4', 'cdcadc2f7ee9e0de', 1796046385227);
INSERT INTO public.event VALUES ('Yr2lXe0XMaw6', 1, 'X', '5-7', 'dfb94e8f5ea18a3c', 1796046385249);
INSERT INTO public.event VALUES ('Yr2lXe0XMaw6', 2, 'O', '7-8', '2b2fe05a52ce8d96', 1796046385249);
INSERT INTO public.event VALUES ('Yr2lXe0XMaw6', 3, 'X', '8-9', '67a822afbeab159e', 1796046385249);
INSERT INTO public.event VALUES ('Yr2lXe0XMaw6', 4, 'O', '1-3', '8bd7cbc5f8da78d7', 1796046385249);
INSERT INTO public.event VALUES ('u7B7WpYrmeOU', 1, 'X', '1-9', 'cec4d8ea544eb9c7', 1796046385265);
INSERT INTO public.event VALUES ('u7B7WpYrmeOU', 2, 'O', '1-4', '6f9237caf3511d06', 1796046385265);
INSERT INTO public.event VALUES ('u7B7WpYrmeOU', 3, 'X', '4-8', 'fadeaf83d537c7fe', 1796046385265);
INSERT INTO public.event VALUES ('u7B7WpYrmeOU', 4, 'O', '1-7', '5779ebcc6e8afc36', 1796046385265);
INSERT INTO public.event VALUES ('u7B7WpYrmeOU', 5, 'X', '2-4', '100facc96c5e400c', 1796046385265);
INSERT INTO public.event VALUES ('u7B7WpYrmeOU', 6, 'O', '2-3', 'fb1cc842ee901b1a', 1796046385265);
INSERT INTO public.event VALUES ('u7B7WpYrmeOU', 7, 'X', '4-5', '183d260fe48f6fec', 1796046385265);
INSERT INTO public.event VALUES ('u7B7WpYrmeOU', 8, 'O', '7-8', 'e88ee771cc5bddbe', 1796046385265);
INSERT INTO public.event VALUES ('5wJAImT4IB6Q', 1, 'X', '6-9', '8d2853416d11e2af', 1796046385281);
INSERT INTO public.event VALUES ('5wJAImT4IB6Q', 2, 'O', '3-5', 'b3a14b1ef4ce0a82', 1796046385281);
INSERT INTO public.event VALUES ('5wJAImT4IB6Q', 3, 'X', '3-4', 'a291c18a48c3f93d', 1796046385281);
INSERT INTO public.event VALUES ('5wJAImT4IB6Q', 4, 'O', '7-8', 'ab6aaaccf34eeabc', 1796046385281);
INSERT INTO public.event VALUES ('5wJAImT4IB6Q', 5, 'X', '3-8', 'b0956bcaa3db4c21', 1796046385281);
INSERT INTO public.event VALUES ('5wJAImT4IB6Q', 6, 'O', '3-9', 'ebad9ab8aaa0a34a', 1796046385281);
INSERT INTO public.event VALUES ('5wJAImT4IB6Q', 7, 'X', '3-5', 'ac2e8febc2c141af', 1796046385281);
INSERT INTO public.event VALUES ('5wJAImT4IB6Q', 8, 'O', '@5', '7cabebc9edaba504', 1796046385281);
INSERT INTO public.event VALUES ('Ki6hlXA8UNdZ', 1, 'X', '6-9', 'bf83682ecae226e5', 1796046385295);
INSERT INTO public.event VALUES ('Ki6hlXA8UNdZ', 2, 'O', '2-7', 'd0cbf976df7defbb', 1796046385295);
INSERT INTO public.event VALUES ('Ki6hlXA8UNdZ', 3, 'X', '5-7', 'f28d60bcaf2cdacc', 1796046385295);
INSERT INTO public.event VALUES ('w2Dam9tSSPaI', 1, 'X', '3-8', '9aabecb9adbaddec', 1796046385303);
INSERT INTO public.event VALUES ('w2Dam9tSSPaI', 2, 'O', '4-7', 'e94aec4b58e0dfc1', 1796046385303);
INSERT INTO public.event VALUES ('w2Dam9tSSPaI', 3, 'X', '4-5', 'dc9ff0220c8e8bef', 1796046385303);
INSERT INTO public.event VALUES ('w2Dam9tSSPaI', 4, 'O', '3-5', 'ce3fb4d4058b4c9d', 1796046385303);
INSERT INTO public.event VALUES ('w2Dam9tSSPaI', 5, 'X', '2-9', 'a9d8daf6fcd22464', 1796046385303);
INSERT INTO public.event VALUES ('w2Dam9tSSPaI', 6, 'O', '7-9', '0384f3ce502dd1b6', 1796046385303);
INSERT INTO public.event VALUES ('w2Dam9tSSPaI', 7, 'X', '2-8', 'db1e3bfdf38f85f1', 1796046385303);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 1, 'X', '4-5', 'f34cd65a8db9feb6', 1796046385319);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 2, 'O', '3-4', 'f30fb81bee937a88', 1796046385319);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 3, 'X', '3-6', 'd4486dbed1bda4d8', 1796046385319);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 4, 'O', '7-9', 'f98f6fbdf7a5d5ce', 1796046385319);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 5, 'X', '3-5', '41aaa4e6adffa344', 1796046385320);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 6, 'O', '@5', '72eb1c5f37c6acf9', 1796046385320);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 7, 'O', '1-2', 'a009d7278fea8dac', 1796046385320);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 8, 'X', '1-9', '3ab4384fc1b2239a', 1796046385320);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 9, 'O', '7-9', '8a1b024cbe73fa80', 1796046385320);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 10, 'X', '@9', 'a3be4d8c2fcdafcd', 1796046385320);
INSERT INTO public.event VALUES ('3yhQCsRGF5zh', 11, 'X', '8-8', '97e9b41da3576d8b', 1796046385320);
INSERT INTO public.event VALUES ('Ir8HqEizTgVx', 1, 'X', '2-4', 'ebbbbafc0d9ef442', 1796046385350);
INSERT INTO public.event VALUES ('Ir8HqEizTgVx', 2, 'O', '1-2', 'f6fab954cec3d489', 1796046385350);
INSERT INTO public.event VALUES ('Ir8HqEizTgVx', 3, 'X', '5-7', 'b0e4cb3e0ddfd8bd', 1796046385350);
INSERT INTO public.event VALUES ('dgEXcPTSaZc1', 1, 'X', '4-6', 'c4aabb8cebf7d73b', 1796046385363);
INSERT INTO public.event VALUES ('dgEXcPTSaZc1', 2, 'O', '4-5', '531adb8fe1dddcb9', 1796046385363);
INSERT INTO public.event VALUES ('dgEXcPTSaZc1', 3, 'X', '4-7', 'e7eda41af3a5beef', 1796046385363);
INSERT INTO public.event VALUES ('dgEXcPTSaZc1', 4, 'O', '6-9', '3c0f6ce5c737aaf7', 1796046385363);
INSERT INTO public.event VALUES ('dgEXcPTSaZc1', 5, 'X', '1-2', 'fbfef6decb3cf844', 1796046385363);
INSERT INTO public.event VALUES ('dgEXcPTSaZc1', 6, 'O', '8-9', 'cd30e25ecfa944a3', 1796046385363);
INSERT INTO public.event VALUES ('dgEXcPTSaZc1', 7, 'X', '4-9', '80ece7bc0b7d5f5a', 1796046385363);
INSERT INTO public.event VALUES ('eXI7J9klyLbG', 1, 'X', '1-5', 'd71a6adeb27ce3ce', 1796046385379);
INSERT INTO public.event VALUES ('eXI7J9klyLbG', 2, 'O', '2-4', 'c2b3ef1a7009e8d5', 1796046385379);
INSERT INTO public.event VALUES ('eXI7J9klyLbG', 3, 'X', '3-7', 'babeeadb5cc6f8b4', 1796046385379);
INSERT INTO public.event VALUES ('eXI7J9klyLbG', 4, 'O', '1-2', 'c85d2ba4888bc8ce', 1796046385379);
INSERT INTO public.event VALUES ('eXI7J9klyLbG', 5, 'X', '7-8', '448762cbd6bd7c4b', 1796046385380);
INSERT INTO public.event VALUES ('eXI7J9klyLbG', 6, 'O', '1-8', 'c62e24f10ccdf4cd', 1796046385380);
INSERT INTO public.event VALUES ('eXI7J9klyLbG', 7, 'X', '3-4', 'fbb27c496fcb5794', 1796046385380);
INSERT INTO public.event VALUES ('eXI7J9klyLbG', 8, 'O', '@4', 'fb92a96e09dc3dbe', 1796046385380);
INSERT INTO public.event VALUES ('d1YukZi97O0g', 1, 'X', '1-2', 'dec76aac36cfa4c8', 1796046385401);
INSERT INTO public.event VALUES ('d1YukZi97O0g', 2, 'O', '6-9', '36ccffbd781e5ffb', 1796046385401);
INSERT INTO public.event VALUES ('d1YukZi97O0g', 3, 'X', '6-8', '7d8fdc8f3f45b0e1', 1796046385401);
INSERT INTO public.event VALUES ('z0UI07v6pgeR', 1, 'X', '1-6', '1de65da6acab67bf', 1796046385410);
INSERT INTO public.event VALUES ('z0UI07v6pgeR', 2, 'O', '4-9', 'a1e1d549f1ca2cc2', 1796046385410);
INSERT INTO public.event VALUES ('z0UI07v6pgeR', 3, 'X', '2-4', 'ace9c8bf1bf0d9ca', 1796046385410);
INSERT INTO public.event VALUES ('z0UI07v6pgeR', 4, 'O', '7-8', 'dcb82dbdca0cc31c', 1796046385410);
INSERT INTO public.event VALUES ('z0UI07v6pgeR', 5, 'X', '4-5', '03aabb1ebc2fe2be', 1796046385410);
INSERT INTO public.event VALUES ('z0UI07v6pgeR', 6, 'O', '4-7', 'ab05ab64c4c3caad', 1796046385410);
INSERT INTO public.event VALUES ('z0UI07v6pgeR', 7, 'X', '2-5', 'a8db12e78cb9cd22', 1796046385411);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 1, 'X', '1-4', 'f1a96b2baa9a41eb', 1796046385426);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 2, 'O', '2-3', '0ad5b1cfead5673c', 1796046385427);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 3, 'X', '6-8', 'ca38e61beadb7e00', 1796046385427);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 4, 'O', '3-4', '158b1072a51a66e9', 1796046385427);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 5, 'X', '6-7', 'fabace26d56fd9cd', 1796046385427);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 6, 'O', '5-6', 'b0f03fecfddcaa2e', 1796046385427);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 7, 'X', '3-6', '6afdcfbafdfcedf5', 1796046385427);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 8, 'O', '2-9', 'fa9ccdb8890d1eeb', 1796046385427);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 9, 'X', '1-5', 'ae6fae4cd1e3b08b', 1796046385427);
INSERT INTO public.event VALUES ('AfisJUPqpngr', 10, 'X', '@5', '9c0aa9c162a3fe24', 1796046385427);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 1, 'X', '1-4', '67f5316132798ad7', 1796046385447);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 2, 'O', '2-6', '86abbefdcfc2d7fa', 1796046385447);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 3, 'X', '4-9', 'de372d8b9abdebba', 1796046385447);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 4, 'O', '2-4', 'fa0b4959c4b45eee', 1796046385447);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 5, 'X', '8-9', '452d87bea58f92d4', 1796046385447);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 6, 'O', '4-7', 'be34fa2f5fb116eb', 1796046385447);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 7, 'X', '3-4', 'abaefbae35c18d61', 1796046385448);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 8, 'O', '6-9', '9acc7b179c06347b', 1796046385448);
INSERT INTO public.event VALUES ('Mvob9PSSlWXW', 9, 'coin', '@9', NULL, 1796046385448);
INSERT INTO public.event VALUES ('koetKGG54IM5', 1, 'X', '2-8', 'decaf5ab6d286744', 1796046385465);
INSERT INTO public.event VALUES ('koetKGG54IM5', 2, 'O', '2-7', '05fb51b2d7f62eee', 1796046385465);
INSERT INTO public.event VALUES ('koetKGG54IM5', 3, 'X', '2-3', 'da5cf06afb11bfbb', 1796046385465);
INSERT INTO public.event VALUES ('koetKGG54IM5', 4, 'O', '3-5', 'f2aafcf9dac2fad2', 1796046385465);
INSERT INTO public.event VALUES ('koetKGG54IM5', 5, 'X', '2-5', '2fea05a7a889fd09', 1796046385465);
INSERT INTO public.event VALUES ('koetKGG54IM5', 6, 'coin', '@5', NULL, 1796046385465);
INSERT INTO public.event VALUES ('hBB7NnrwXPUK', 1, 'X', '5-8', 'c9d8f5a4b3cbac6c', 1796046385477);
INSERT INTO public.event VALUES ('hBB7NnrwXPUK', 2, 'O', '1-9', '4f71e7221aafcfaa', 1796046385477);
INSERT INTO public.event VALUES ('hBB7NnrwXPUK', 3, 'X', '2-7', 'cfc0cbbe5ccb1bbe', 1796046385477);
INSERT INTO public.event VALUES ('hBB7NnrwXPUK', 4, 'O', '4-6', 'efb92eb654e1bca5', 1796046385477);
INSERT INTO public.event VALUES ('hBB7NnrwXPUK', 5, 'O', '@8', 'ff0c7d1ee5a6ce3a', 1796046385477);
INSERT INTO public.event VALUES ('hBB7NnrwXPUK', 6, 'X', '@1', '45a45da97bdeeab9', 1796046385477);
INSERT INTO public.event VALUES ('hBB7NnrwXPUK', 7, 'O', '@2', 'ada9c69f4f0a3dce', 1796046385477);
INSERT INTO public.event VALUES ('hBB7NnrwXPUK', 8, 'X', '@4', 'deebeb61233bc4ec', 1796046385478);
INSERT INTO public.event VALUES ('CH2LcLm8LCFy', 1, 'X', '1-8', 'b5d850b1f2b7eaea', 1796046385496);
INSERT INTO public.event VALUES ('CH2LcLm8LCFy', 2, 'O', '2-7', 'c1e8deaa35cbddfa', 1796046385496);
INSERT INTO public.event VALUES ('CH2LcLm8LCFy', 3, 'X', '3-6', 'a4b4d676ee433d1e', 1796046385496);
INSERT INTO public.event VALUES ('CH2LcLm8LCFy', 4, 'O', '4-5', 'bba8c0cfe99ecca9', 1796046385497);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 1, 'X', '7-9', 'fbeacabceafcb657', 1796046385509);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 2, 'O', '3-6', '6d71ad1ad0bbbddf', 1796046385509);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 3, 'X', '1-4', '697accf50cebdd77', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 4, 'O', '2-5', 'dac693d0b2d43b5a', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 5, 'O', '@7', 'cdabea86655b543e', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 6, 'X', '@3', 'd4adfad40b577fcf', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 7, 'O', '@4', 'e24bfc46b48b2cf0', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 8, 'X', '@5', '6760918a6233ca3e', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 9, 'X', '1-9', 'f84dbebcddbb6624', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 10, 'O', '2-8', '707fcedec315a01d', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 11, 'O', '@9', 'd47fbdac1ae4abc1', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 12, 'X', '@8', '37ee3d40b4490fe0', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 13, 'X', '1-6', '2cd2fbda34bfcedb', 1796046385510);
INSERT INTO public.event VALUES ('FlCjDgIhIuu0', 14, 'O', '@1', '7acfae326cdb33b3', 1796046385510);
INSERT INTO public.event VALUES ('Mbr6NECor63u', 1, 'X', '5-6', 'eb18a5ee9cc5aafc', 1796046385537);
INSERT INTO public.game VALUES ('K2ZWeqhFWCEP', 'standard', 'O', 'b2e752ca7e9ef49129686236519ba8aca9403d847336aa518bc2fc043d2e0225', 1796046385149);
INSERT INTO public.game VALUES ('CQGgXkH1zxFU', 'standard', 'O', '3f47aae472d25ca18e3983138ff6e0c055531202781b951c7ae7930e1187278c', 1796046385166);
INSERT INTO public.game VALUES ('033XTNGcymwg', 'standard', 'O', '431ebcf95766d363b600b7339e2a0d7be2a1d462028277d739cbbc794368c653', 1796046385187);
INSERT INTO public.game VALUES ('bOasWYwFE32j', 'goff', 'O', '9f8f0ce79102f60ff9baab26e66487f67b12d6e5108802eb1f2ba41fcd2cf449', 1796046385209);
INSERT INTO public.game VALUES ('KbdSwLiLiiq1', 'goff', 'X', 'b03c550b2f12428ab7fdf53e7d0f33648f1095f58c555b5cd7692498d1f3e239', 1796046385217);
INSERT INTO public.game VALUES ('ljqBn8KUWYdF', 'goff', 'X', '6a41246b9f2f148b3d5ac7940db57c2a29a8669d02a3c4ef8fdaa916e687e282', 1796046385224);
INSERT INTO public.game VALUES ('Yr2lXe0XMaw6', 'single', 'X', 'c371515e70afc712bf40407c467b8cb66d1473ae01d735f2865beb864fe16a73', 1796046385246);
INSERT INTO public.game VALUES ('u7B7WpYrmeOU', 'single', 'X', '7daff6fc51b46f5776cb9b61f0ca4a07f13ef13c774fe54ecf0db3bf0c004323', 1796046385256);
INSERT INTO public.game VALUES ('5wJAImT4IB6Q', 'single', 'O', 'e072f66e6629aecb5e099d0fe3e52e42409f840076c04b44c2ce49a22f28cf44', 1796046385277);
INSERT INTO public.game VALUES ('Ki6hlXA8UNdZ', 'full-board', 'O', '7435f35e79166f957a954449c8612e1c2645f08e32a11df5f0045c07d1d5189f', 1796046385292);
INSERT INTO public.game VALUES ('w2Dam9tSSPaI', 'full-board', 'O', 'c8c3c22dabfa6f123a067f6b7982ed1b95635cb50e8268830aa8ee7a35efdc73', 1796046385299);
INSERT INTO public.game VALUES ('3yhQCsRGF5zh', 'full-board', 'O', 'a185ba2dc5af82d33480b6eccfc990da05e177f0fd6542b94351f6cb924704e5', 1796046385314);
INSERT INTO public.game VALUES ('Ir8HqEizTgVx', 'no-repeat', 'X', 'f86c0e85cc9509a3557fb0a28f48b0008a7100cd8bcc1f5f4e1bac13ed132c22', 1796046385344);
INSERT INTO public.game VALUES ('dgEXcPTSaZc1', 'no-repeat', 'X', 'a9807e216357ba858a3e33dbcdfcefd0a06f356e3b3f41ec83a3950a02ecf652', 1796046385359);
INSERT INTO public.game VALUES ('eXI7J9klyLbG', 'no-repeat', 'O', 'b91f930fb4c1282d33927ee76573aaeeddcd6f4aa1c207d50f8396c7421621f3', 1796046385374);
INSERT INTO public.game VALUES ('d1YukZi97O0g', 'closer-chooses', 'O', '5788baf8b6ec019e1a42b13d9fc69f530e0fc31b27bc049d8fbb4ee9c5d5831a', 1796046385396);
INSERT INTO public.game VALUES ('z0UI07v6pgeR', 'closer-chooses', 'O', '1b876b528e07ffbaacfecb6d20208a9912cd5f835bb9188b61e156560d290fb5', 1796046385406);
INSERT INTO public.game VALUES ('AfisJUPqpngr', 'closer-chooses', 'X', 'b4670e65566593264f56589433af02b006fc55609294404ea91f3b0e100daa85', 1796046385423);
INSERT INTO public.game VALUES ('Mvob9PSSlWXW', 'coin', 'X', '5e50e68d455381b06d37704f42f5b5861142972ed5bbc7fab5ce680cb9a5c4a6', 1796046385443);
INSERT INTO public.game VALUES ('koetKGG54IM5', 'coin', 'O', 'c134217bc9537f9c610474ee4dfe2f0a72bf794b3ffe023bda217bdc3d167a32', 1796046385462);
INSERT INTO public.game VALUES ('hBB7NnrwXPUK', 'superposition', 'O', 'd992af60f57c76ac836c369a07024857074b6e89c6e2128fe87666a953c5b01c', 1796046385473);
INSERT INTO public.game VALUES ('CH2LcLm8LCFy', 'superposition', 'X', 'd24f0b76d63e57ed29faefcc38199fa039b408f9130852f5f1aaea68b3d72d21', 1796046385492);
INSERT INTO public.game VALUES ('FlCjDgIhIuu0', 'superposition', 'O', '17aa74df91f212dbf4c07f384f24c976572b2c28fb7905cb05a6f6ac93967b38', 1796046385505);
INSERT INTO public.game VALUES ('hSPLfaGB69pf', 'standard', 'O', 'ae8ee0e5de16b12c54728cc90604ad9f4f8e363946d896fce6e47bd02148ac03', 1796046385532);
INSERT INTO public.game VALUES ('tFNdKBJtzOcQ', 'no-repeat', 'X', 'cd34338441d6531a26c076658f20cf8c94e65c3250c2f17c43786e7b0e67e718', 1796046385534);
INSERT INTO public.game VALUES ('Mbr6NECor63u', 'goff', 'O', 'c5fdc25ab306a76e029d45449a866fd2f3b729754889c54af71e71d49c8db5de', 1796046385535);
INSERT INTO public.game VALUES ('RJMzEWOotbej', 'single', 'X', 'da2d6a0b08a6f4649ac9e9b109a956c645b1f5819b382a36e2c6be20d9a8f099', 1796046385539);
INSERT INTO public.seat VALUES ('K2ZWeqhFWCEP', 'X', '98049b22f31df13b046d9a93c0524295618e96ccdbc92abbb12c3196d2a86630', 1796046385149);
INSERT INTO public.seat VALUES ('K2ZWeqhFWCEP', 'O', 'b0281d7e66a80aa1483ba1aaf4acbc0d7c6a465a553a31c07e1c6ef3522bf753', 1796046385155);
INSERT INTO public.seat VALUES ('CQGgXkH1zxFU', 'X', 'e694de0fc3daba9ad587038b919b8e68fffd2fb607338f2430e71a3de07799ea', 1796046385166);
INSERT INTO public.seat VALUES ('CQGgXkH1zxFU', 'O', 'e91748693cf4796bebb1eb68f6c8ecb91a74cef02094f7bd00d8bbeac242d276', 1796046385168);
INSERT INTO public.seat VALUES ('033XTNGcymwg', 'X', 'a75f4bd35f6153df89ce74ead6a3c5da474b66c2dc9b133ae20cd0750ccc8503', 1796046385187);
INSERT INTO public.seat VALUES ('033XTNGcymwg', 'O', '57255589cae00a6d27d32bbc727d693aa7ad15fe599ade2fb689b3c70ff82660', 1796046385190);
INSERT INTO public.seat VALUES ('bOasWYwFE32j', 'X', '315d1fccec77f0c55227bf5661b35fb9e20dd5f6645bff850dc3af5cc757ccc2', 1796046385209);
INSERT INTO public.seat VALUES ('bOasWYwFE32j', 'O', '51855ad804a2e5b278d75c3cc006a38cff6e5c1d563619ea06bbab38eb4df6fa', 1796046385211);
INSERT INTO public.seat VALUES ('KbdSwLiLiiq1', 'O', 'da4f040ea92ce9143bd1e71bb0cb46df489ee6ec9336eff808c6a4e54dd79376', 1796046385217);
INSERT INTO public.seat VALUES ('KbdSwLiLiiq1', 'X', 'ae8cdcc07dfdcb144bb2db95851b3063e1289e91c4fa806a51e530310894cc0f', 1796046385219);
INSERT INTO public.seat VALUES ('ljqBn8KUWYdF', 'O', 'e7277537ef8f9623108425ec89489aef66b33f67cf9f72ee231f49b9bc1e09cb', 1796046385224);
INSERT INTO public.seat VALUES ('ljqBn8KUWYdF', 'X', '09829a4feacea2fba40453a2d857e1eec98a20cdb7a377e2049cedcdbf72d6ee', 1796046385226);
INSERT INTO public.seat VALUES ('Yr2lXe0XMaw6', 'O', '4f3716359b6a4a7e4b0841a6658da7f0ecd8fe4a401aebc56452c7dc53e34c59', 1796046385246);
INSERT INTO public.seat VALUES ('Yr2lXe0XMaw6', 'X', '84e154473f3d5ff865f799da5b69b88661c549f31c0fe4b9669d9f692222ce36', 1796046385248);
INSERT INTO public.seat VALUES ('u7B7WpYrmeOU', 'O', 'f3a00545c5cbdd48cf8407bdeeb7e6d98e7b82ff79c1890c74831abcc84131a4', 1796046385256);
INSERT INTO public.seat VALUES ('u7B7WpYrmeOU', 'X', '63d758be62dd8afee8a3a0ce15a6e29aa521e7ec44dee18f0866a88638ebd3b4', 1796046385263);
INSERT INTO public.seat VALUES ('5wJAImT4IB6Q', 'X', 'f4aa17fa4bb6ee4ac0477cc5e3e4274ca6876e61ca7222ef503cbb9db9762aad', 1796046385277);
INSERT INTO public.seat VALUES ('5wJAImT4IB6Q', 'O', '3893db9c5d2fafa30a26bd75e27bfa9f463ed116475a700456aa470a4c65f7d0', 1796046385279);
INSERT INTO public.seat VALUES ('Ki6hlXA8UNdZ', 'X', '780dab29bc3673089406304cbad45ca5d165e2c6307683d30b98f2dd6014f1f5', 1796046385292);
INSERT INTO public.seat VALUES ('Ki6hlXA8UNdZ', 'O', '72bf2131b9ba5c9a8eb798e1e4506db34c6c8839c43665e54821f1591663c83e', 1796046385294);
INSERT INTO public.seat VALUES ('w2Dam9tSSPaI', 'X', 'd230a93db4d7c2a9bfd5d7dc35d53b1a87eeecd8921bf1d7b5fb1a9d169cf165', 1796046385299);
INSERT INTO public.seat VALUES ('w2Dam9tSSPaI', 'O', 'd82e81a496bf39e339240c1bacaf0c3143dc47d9f8a3a3903f2b494dd7ae21e5', 1796046385301);
INSERT INTO public.seat VALUES ('3yhQCsRGF5zh', 'X', 'fb68f8a73da8390aa47170028420e4cf28ef4f0214ae8084eb3dfc1d7497f6b4', 1796046385314);
INSERT INTO public.seat VALUES ('3yhQCsRGF5zh', 'O', 'e5b3632a8cf3cd23fd4851cd4c9627acc6db22a2705de5bf43012992936fafcb', 1796046385317);
INSERT INTO public.seat VALUES ('Ir8HqEizTgVx', 'O', 'ff26001809bb6e3b20452cf993fdf266ce3d8a6c512cfb185694a80f73e6db54', 1796046385344);
INSERT INTO public.seat VALUES ('Ir8HqEizTgVx', 'X', '59c8cf78972efe2ff1b19b04db360ba49deeacf735738ba64300f4417e1a4b53', 1796046385348);
INSERT INTO public.seat VALUES ('dgEXcPTSaZc1', 'O', 'f3742b2b68055fbccd97e25a25fb8142ba444316d5b6d3c12f028bdef52d09e7', 1796046385359);
INSERT INTO public.seat VALUES ('dgEXcPTSaZc1', 'X', 'e76677fa4d200183e06497c41ae9195c03f24dca9d50cde0c55b9076a15a8532', 1796046385361);
INSERT INTO public.seat VALUES ('eXI7J9klyLbG', 'X', '66af1e21fb3448011e918b47a0192ebe2dec7d468beebdd9fec31092bf145603', 1796046385374);
INSERT INTO public.seat VALUES ('eXI7J9klyLbG', 'O', '9a9fd0115ce5e53b7fe67ee681624110d8e6174baab717f7c3846ae804b68027', 1796046385377);
INSERT INTO public.seat VALUES ('d1YukZi97O0g', 'X', '4abd392f1ab3676b4fbc2c79c295e2cca52834ed6da4aeff9f0cac415a8f15bb', 1796046385396);
INSERT INTO public.seat VALUES ('d1YukZi97O0g', 'O', '91c3ccf1bf436e8fa77ad05e85dc10557e9834b849cc8052dfecca449c6ea53d', 1796046385399);
INSERT INTO public.seat VALUES ('z0UI07v6pgeR', 'X', 'ef88a28c7bb2dcb9f524d9ca1b0d28e052319e5a075eb9fe39e8cdcef9518640', 1796046385406);
INSERT INTO public.seat VALUES ('z0UI07v6pgeR', 'O', '37587f7c308c7736573fdef7fba5c2e7038c0ee4f99d1d6a5a5839d605caa94c', 1796046385408);
INSERT INTO public.seat VALUES ('AfisJUPqpngr', 'O', 'd47c988286c5f5401a2d478c84e16fa30c0494528bb5855c80f55c8d55d8ca58', 1796046385423);
INSERT INTO public.seat VALUES ('AfisJUPqpngr', 'X', '6d0c1dad5d4b1edc309d4278279ab1ff2e267cbf97d601af9c9b83b4a27a76d4', 1796046385425);
INSERT INTO public.seat VALUES ('Mvob9PSSlWXW', 'O', '5e7f87c17a81347e5c1d63c51c68b5167b9ec4fc1ebb3edc6e1814fdae17ab53', 1796046385443);
INSERT INTO public.seat VALUES ('Mvob9PSSlWXW', 'X', '54914086f245e4239ba483b8431923decf5dc9d76d9c54116b63d495778979ca', 1796046385445);
INSERT INTO public.seat VALUES ('koetKGG54IM5', 'X', 'b8c1b5e141e24d42a2e1d49597827e4d7576dcb5135d57ad3f4d6c06b5d335c2', 1796046385462);
INSERT INTO public.seat VALUES ('koetKGG54IM5', 'O', '2f812d98ba3bc6cf0e36fe2cb5cec2836fa5f4f1990d5d3bc164f6eb87d730b3', 1796046385464);
INSERT INTO public.seat VALUES ('hBB7NnrwXPUK', 'X', '04ecf0477dcffde21733da71bd6fdf1a1802ae0e687c1aeeaad247ce013a4cb7', 1796046385473);
INSERT INTO public.seat VALUES ('hBB7NnrwXPUK', 'O', 'bd9456803c7ef2cdea0242925323b5abd62ffbc8de526a31fcb37cd4b8f53eb5', 1796046385475);
INSERT INTO public.seat VALUES ('CH2LcLm8LCFy', 'O', 'bb09049e8936889596dd160ae4ec96b003f784a5b66d43fdb8889d39728c6afe', 1796046385492);
INSERT INTO public.seat VALUES ('CH2LcLm8LCFy', 'X', 'f275cb4b24808f7c1885d895fcdccc89c058b3ba56fb728fff2cb72758db00cc', 1796046385495);
INSERT INTO public.seat VALUES ('FlCjDgIhIuu0', 'X', '43d3e04abc6a26562d3d75cdfaf274b4527524d7a55823d0fe35132f8d5c1329', 1796046385505);
INSERT INTO public.seat VALUES ('FlCjDgIhIuu0', 'O', '201be762d6c5bbfdc9972052a3a73dacfc0dcec2c1de50840e6ee3735fe3d4b7', 1796046385507);
INSERT INTO public.seat VALUES ('hSPLfaGB69pf', 'X', 'fe65b250d078195e38aa88e6fb697b7dabc4f213049166b342cee1853b09d430', 1796046385532);
INSERT INTO public.seat VALUES ('tFNdKBJtzOcQ', 'O', '856ffae5deb2dc78ce55fc5787bf0734a9040d6eadc02bd228460a62575a66d2', 1796046385534);
INSERT INTO public.seat VALUES ('Mbr6NECor63u', 'X', 'cc6897ba04d6d5cb9a5fa53fc10f308f21696b90b9651955c37cf4471d9c7fc2', 1796046385535);
INSERT INTO public.seat VALUES ('RJMzEWOotbej', 'O', 'e09ff9ade17863f7fd740fa9dd73d318028f604405fe15e3d2317983648a4f5f', 1796046385539);
INSERT INTO public.seat VALUES ('RJMzEWOotbej', 'X', '3ce780f3f10c92a2a7179c0d5f9189074f3435cfb85a6e04e3d904050d3938be', 1796046385541);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_command UNIQUE (game_id, command_id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (game_id, rev);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seat
    ADD CONSTRAINT seat_pkey PRIMARY KEY (game_id, seat);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.game(id);
ALTER TABLE ONLY public.seat
    ADD CONSTRAINT seat_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.game(id);
