# Thin on purpose: scripts/setup installs, CMake presets build, ctest tests.
.PHONY: demo test test-long build bench format check tidy ci pictures docs clean

jobs := $(shell nproc)
dermis := build/release/bin/dermis
sources = $(or $(shell git ls-files '*.cpp' '*.h'),$(error git lists no sources here))

version = $(shell sed -n 's/.*kVersion = "\(.*\)".*/\1/p' include/dermis/base/version.h)

# $(call run_preset,NAME[,BUILD_OPTIONS]): configure, build, test
run_preset = echo "== $(1)" && cmake --preset $(1) -D DERMIS_TESTS_REQUIRED=ON >/dev/null && \
  cmake --build --preset $(1) $(2) && ctest --preset $(1)

demo: ## install what is missing, build, run the main job
	@scripts/setup build
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target dermis_app
	@$(dermis) demo

test: ## what a newcomer runs: release build, all tests, a consumer of the installed library
	@scripts/setup test
	@$(call run_preset,release)

test-long: test ## 20,000 poses against brute force, 10,000 frames of limbs, ten minutes of soccer, ten seconds of each cloth, 20 million pairs against CGAL, clang at -O3, all tests sanitized, clang-tidy, ten minutes of fuzzing per target
	@DERMIS_POSES=20000 build/release/bin/dermis_tests --gtest_filter='*ManyPoses*'
	@DERMIS_POSES=1250 build/release/bin/dermis_tests --gtest_filter='*LimbAnswers*'
	@DERMIS_SOCCER_SECONDS=600 build/release/bin/dermis_app_tests --gtest_filter='SoccerGame.GoesOnWithoutTrouble'
	@DERMIS_CLOTH_SECONDS=10 build/release/bin/dermis_tests --gtest_filter='*Dressed*'
	@DERMIS_PAIRS=20000000 build/release/bin/dermis_cgal_tests --gtest_filter='TriangleAgainstCgal.*'
	@scripts/setup ci
	@$(call run_preset,clang)
	@cmake --preset asan >/dev/null && cmake --build --preset asan && ctest --test-dir build/asan -j $(jobs) --output-on-failure
	@$(MAKE) --no-print-directory tidy
	@scripts/fuzz 600

build: ## the program and the libraries
	@scripts/setup build
	@cmake --preset release >/dev/null
	@cmake --build --preset release

bench: ## micro-benchmarks
	@scripts/setup bench
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target deform_bench refit_bench triangle_bench
	@build/release/bin/deform_bench
	@build/release/bin/refit_bench
	@build/release/bin/triangle_bench

format:
	@scripts/setup ci
	@clang-format-19 -i $(sources)

check: ## format, include direction, English of comments, tables and lines of the docs
	@scripts/setup ci
	@clang-format-19 --dry-run -Werror $(sources)
	@scripts/check_includes.py
	@scripts/check_comments.py
	@scripts/docs/tables.py --check
	@scripts/docs/wrap.py --check
	@echo "check: format, includes, comments and pages are clean"

tidy: check ## self-contained headers and clang-tidy, which take longer than CI has
	@cmake --preset clang >/dev/null
	@cmake --build --preset clang --target headers_self_contained
	@run-clang-tidy-19 -quiet -p build/clang -j $(jobs) \
	  '^$(CURDIR)/(src|io|app|scenes|adapters|howtos)/(?!.*tinygltf\.cpp)' \
	  > build/clang-tidy.log 2>&1 || { grep -E 'error:|warning:' build/clang-tidy.log; exit 1; }
	@echo "tidy: clang-tidy is content"

ci: ## what a change must pass beyond `make test`
	@scripts/setup ci
	@$(call run_preset,asan)
	@$(call run_preset,tsan,--target dermis_threaded_tests howto_use_your_own_threads)
	@$(call run_preset,scalar)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target deform_bench refit_bench triangle_bench
	@$(MAKE) --no-print-directory check
	@scripts/check_changed
	@$(MAKE) --no-print-directory docs
	@scripts/prove
	@scripts/fuzz 15

pictures: build ## docs/images, rendered by three.js in headless chromium
	@scripts/setup pictures
	@scripts/pictures/all

docs: ## HTML of the API and the docs in build/docs/html; fails on an undocumented public symbol
	@scripts/setup docs
	@rm -rf build/docs && mkdir -p build/docs
	@DERMIS_VERSION=$(version) DERMIS_PAGES="$(wildcard *.md)" doxygen docs/Doxyfile
	@scripts/docs/check.py build/docs
	@echo "docs: build/docs/html/index.html"

clean:
	@rm -rf build
